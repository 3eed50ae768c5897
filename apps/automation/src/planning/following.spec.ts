import type { Farm, Pump, ProgramaExpandible, StepTarget } from '../expansion/types.js';
import { followRunning, type StoredTurn } from './following.js';

const RIEGO = Date.UTC(2026, 4, 1, 5);
const at = (seconds: number): number => RIEGO + seconds * 1_000;
const farm = (pumps: Pump[] = []): Farm => ({ zona: 'UTC', latitud: null, longitud: null, flows: new Map(), pumps });
const programa = (...seconds: [switch_id: number, duracion_s: number][]): ProgramaExpandible => ({
  id: 7,
  dias: { cada: 1, desde: '2026-01-01' },
  inicios: ['05:00'],
  limite: { valvulas: 1 },
  pasos: seconds.map(([switch_id, duracion_s]) => ({ switch_id, duracion_s })),
});
/** A turn as the program of before planned it. */
const turn = (objeto: StepTarget, from_s: number, pedidos_s: number, until_s = from_s + pedidos_s): StoredTurn => ({
  turno_id: `7-${at(from_s) / 1_000}-${objeto}`,
  objeto,
  pedidos_s,
  skipped: false,
  inicio: at(from_s),
  from: at(from_s),
  until: at(until_s),
});

interface Case {
  turns: StoredTurn[];
  now_s?: number;
  pumps?: Pump[];
  added?: StepTarget[];
}

/** What is still to run; null = as the program says. */
const after = (program: ProgramaExpandible, { turns, now_s = 1, pumps = [], added = [] }: Case): string[] | null => {
  const runs = followRunning(program, farm(pumps), { riego: RIEGO, turns }, new Set(added), at(now_s));
  return (
    runs
      ?.filter(({ inicio }) => inicio > at(now_s))
      .map(({ objeto, inicio, segundos }) => `${objeto} ${(inicio - RIEGO) / 1_000} ${segundos}`) ?? null
  );
};

describe('a program that is changed while it runs', () => {
  const first = turn('s1', 0, 600);
  const turns = [first, turn('s2', 600, 600), turn('s3', 1_200, 600)];

  it('starts the next turn when the running one truly ends, were it now planned shorter or longer', () => {
    for (const seconds of [300, 1_200])
      expect(after(programa([1, seconds], [2, 600], [3, 600]), { turns, now_s: 500 })).toEqual([
        's2 600 600',
        's3 1200 600',
      ]);
    const lengthened = [turn('s1', 0, 600, 900), ...turns.slice(1)];
    expect(after(programa([1, 300], [2, 600], [3, 600]), { turns: lengthened })).toEqual(['s2 900 600', 's3 1500 600']);
  });

  it('takes the true end of a turn that has ended, and starts at once what that leaves open', () => {
    const next = programa([1, 300], [2, 600], [3, 600]);
    const cut = [turn('s1', 0, 600, 100), ...turns.slice(1)];
    expect(after(next, { turns: cut, now_s: 200 })).toEqual(['s2 202 600', 's3 802 600']);
    const rest = turns.slice(0, 1).concat(turn('s2', 600, 600), turn('s3', 1_200, 600));
    expect(after(next, { turns: rest, now_s: 700 })).toEqual(['s3 1200 600']);
  });

  it('follows a turn whose step is gone, and does not repeat what has begun', () => {
    expect(after(programa([2, 600], [3, 60]), { turns })).toEqual(['s2 600 600', 's3 1200 60']);
    expect(after(programa([1, 60], [2, 60], [1, 60]), { turns, added: ['s1'] })).toEqual(['s2 600 60', 's1 660 60']);
  });

  it('puts what the change placed or added before the running turn after it', () => {
    expect(after(programa([2, 60], [1, 600], [3, 60]), { turns })).toEqual(['s2 600 60', 's3 660 60']);
    const more = programa([4, 60], [1, 600], [2, 600], [3, 600]);
    expect(after(more, { turns, added: ['s4'] })).toEqual(['s4 600 60', 's2 660 600', 's3 1260 600']);
  });

  it('never runs a step whose hour had passed while the program was paused', () => {
    const paused = [first, turn('s3', 1_200, 600), turn('s4', 1_800, 600)];
    for (const last of [300, 1_200])
      expect(after(programa([1, 600], [2, 600], [3, last], [4, 60]), { turns: paused, now_s: 1_300 })).toEqual([
        's4 1800 60',
      ]);
    expect(after(programa([1, 600], [2, 600], [4, 60]), { turns: paused, now_s: 1_300 })).toEqual(['s4 1800 60']);
  });

  it('does not run what a person skipped', () => {
    const skipped = [first, { ...turn('s2', 600, 600), skipped: true }, turn('s3', 1_200, 600)];
    expect(after(programa([1, 900], [2, 600], [3, 600]), { turns: skipped })).toEqual(['s3 600 600']);
  });

  it('keeps its hours when only later turns changed, or a person lengthened the running one', () => {
    expect(after(programa([1, 600], [2, 60], [3, 60]), { turns })).toBeNull();
    const lengthened = [turn('s1', 0, 600, 900), ...turns.slice(1)];
    expect(after(programa([1, 600], [2, 600], [3, 600]), { turns: lengthened })).toBeNull();
    expect(after({ ...programa([1, 600]), inicios: ['06:00'] }, { turns })).toBeNull();
  });

  it('starts at once what a shorter pause would have started by now', () => {
    const paused = { ...programa([1, 600], [2, 60]), pausa_s: 10 };
    expect(after(paused, { turns: [first, turn('s2', 900, 60)], now_s: 700 })).toEqual(['s2 702 60']);
    expect(after(paused, { turns: [first, turn('s2', 900, 60)], now_s: 605 })).toBeNull();
  });

  it('keeps the rest of a valve between its cycles, days after its start too', () => {
    const soaked = (duracion_s: number) => ({ ...programa([1, duracion_s]), remojo: { max_s: 60, pausa_s: 30 } });
    const cycles = [turn('s1', 0, 60), turn('s1', 90, 60), turn('s1', 180, 60)];
    expect(after({ ...soaked(240), pausa_s: 5 }, { turns: [turn('s1', 0, 60, 70), ...cycles.slice(1)] })).toBeNull();
    const shorter = { ...soaked(240), remojo: { max_s: 40, pausa_s: 30 } };
    expect(after(shorter, { turns: cycles, now_s: 100 })).toEqual(['s1 180 40', 's1 250 40', 's1 320 40', 's1 390 40']);
    const DAY_S = 86_400;
    const long = { ...programa([1, 4 * DAY_S]), remojo: { max_s: DAY_S / 4, pausa_s: 3_600 } };
    const days = Array.from({ length: 16 }, (_, n) => turn('s1', n * 25_200, 21_600));
    const edited = { ...long, remojo: { max_s: 21_000, pausa_s: 3_600 } };
    expect(after(edited, { turns: days, now_s: 10 * 25_200 + 60 })?.[0]).toBe('s1 277200 21000');
  });

  describe('and its pump', () => {
    const pump: Pump = { switch_id: 9, valves: new Set([1, 2]), encendido_s: 0, apagado_s: 5 };
    const of = (until_s: number, pumpUntil_s = until_s): StoredTurn[] => [
      ...[first, turn('s2', 600, 600)],
      turn('s9', 0, until_s, pumpUntil_s),
    ];

    it('is on for all of it, without a stop', () => {
      for (const seconds of [300, 600])
        expect(after(programa([1, seconds], [2, 1_200]), { turns: of(1_195), pumps: [pump] })).toEqual([
          's2 600 1200',
          's9 1193 602',
        ]);
      const kept: Pump = { ...pump, between: 'kept' };
      expect(after(programa([1, 300], [2, 1_200]), { turns: of(600), pumps: [kept] })).toEqual([
        's2 600 1200',
        's9 600 1195',
      ]);
    });

    it('goes on again with the next valve when its run ended early, not because of the change', () => {
      const turns = of(1_195, 100);
      expect(after(programa([1, 300], [2, 1_200]), { turns, pumps: [pump], now_s: 200 })).toEqual([
        's2 600 1200',
        's9 600 1195',
      ]);
    });

    it('goes on as planned when its valve has just opened', () => {
      const late: Pump = { ...pump, encendido_s: 5 };
      const turns = [first, turn('s2', 600, 600), turn('s9', 5, 1_190)];
      expect(after(programa([1, 300], [2, 1_200]), { turns, pumps: [late], now_s: 4 })).toEqual([
        's2 600 1200',
        's9 5 1790',
      ]);
    });
  });
});
