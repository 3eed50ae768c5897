import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BoardSpec, readBoards } from './board-spec.js';
import { VirtualBoard } from './virtual-board.js';
import { offsetOf } from './zone.js';

const HORA = 3_600_000;

describe('the clock of a simulated farm', () => {
  it.each([
    ['America/Mexico_City', Date.UTC(2026, 6, 1), -6],
    ['America/Mazatlan', Date.UTC(2026, 6, 1), -7],
    ['Asia/Kolkata', Date.UTC(2026, 6, 1), 5.5],
    ['America/Tijuana', Date.UTC(2026, 6, 1), -7],
    ['America/Tijuana', Date.UTC(2026, 11, 1), -8],
    ['UTC', Date.UTC(2026, 0, 1) + 123, 0],
  ])('in %s at %d is %d hours from UTC', (zona, ts, horas) => {
    expect(offsetOf(zona)(ts)).toBe(horas);
  });

  it('changes at the very hour at which summer time begins', () => {
    const tijuana = offsetOf('America/Tijuana');
    const cambio = Date.UTC(2026, 2, 8, 10);
    expect([tijuana(cambio - 1), tijuana(cambio), tijuana(cambio - 1)]).toEqual([-8, -7, -8]);
  });

  describe('is that of its company', () => {
    let folder: string;
    beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'acequia-zone-'))));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const boards = (extra: object): BoardSpec[] => {
      const file = join(folder, 'boards.json');
      const board = { id: 1, placa_id: 1, username: '1', password: 'x', relays: [], sensors: [32] };
      writeFileSync(file, JSON.stringify([{ ...board, ...extra }]));
      return readBoards(file);
    };
    /** The UTC hour at which a day is warmest. */
    const warmer = (extra: object, offset_h?: number): number => {
      const desde = Date.UTC(2026, 4, 10);
      const board = new VirtualBoard(boards(extra)[0]!, desde, offset_h === undefined ? {} : { offset_h });
      const muestras = [...board.historial(desde, desde + 24 * HORA)];
      const calor = ({ sensors }: (typeof muestras)[number]): number => (sensors?.['32'] as { t: number }).t;
      const maxima = muestras.reduce((a, b) => (calor(b) > calor(a) ? b : a));
      return ((maxima.ts ?? 0) - desde) / HORA;
    };

    it('so that it is warmest in the afternoon there, whatever the other farms of the file do', () => {
      expect(warmer({ zona_horaria: 'Asia/Tokyo' })).toBeLessThan(9);
      expect(warmer({ zona_horaria: 'America/New_York' })).toBeGreaterThan(15);
      expect(warmer({ zona_horaria: 'Asia/Tokyo' }, -6)).toBe(warmer({ zona_horaria: 'Asia/Tokyo' }));
    });

    it('or the one of the command line, where the file does not say', () => {
      expect(warmer({}, 9)).toBe(warmer({ zona_horaria: 'Asia/Tokyo' }));
      expect(warmer({})).toBe(warmer({ zona_horaria: 'America/Mexico_City' }));
    });

    it('and a zone that does not exist is said when the file is read', () => {
      expect(() => boards({ zona_horaria: 'Marte/Olimpo' })).toThrow(/zona_horaria/);
    });
  });
});
