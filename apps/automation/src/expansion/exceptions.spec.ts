import { expand } from './expand.js';
import type { Corrida, Exception, Farm, ProgramaExpandible } from './types.js';

const at = (hora: string, day = 1): number => Date.parse(`2026-05-0${day}T${hora}:00Z`);
const DAY: [number, number] = [at('00:00'), at('00:00', 2)];
const PUMP = { switch_id: 9, valves: new Set([1, 2]), encendido_s: 60, apagado_s: 120 };
const programa: ProgramaExpandible = {
  id: 7,
  dias: { cada: 1, desde: '2026-01-01' },
  inicios: ['05:00'],
  pasos: [
    { switch_id: 1, duracion_s: 600 },
    { switch_id: 2, duracion_s: 600 },
  ],
};
const idOf = (hora: string, objeto: string): string => `7-${at(hora) / 1_000}-${objeto}`;
const farm = (exceptions: Record<string, Omit<Exception, 'por'>>, pumps: Farm['pumps'] = []): Farm => ({
  zona: 'UTC',
  latitud: null,
  longitud: null,
  flows: new Map(),
  pumps,
  exceptions: new Map(Object.entries(exceptions).map(([id, one]) => [id, { ...one, por: 'Ana' }])),
});
/** `<switch> <hour> <minutes>`. */
const shape = (corridas: Corrida[]): string[] =>
  corridas.map(
    ({ objeto, inicio, segundos }) => `${objeto} ${new Date(inicio).toISOString().slice(11, 16)} ${segundos / 60}`,
  );

describe('an exception of one day', () => {
  it('moves that turn only, on that day only, under the id that its program gives it', () => {
    const moved = farm({ [idOf('05:10', 's2')]: { inicio: at('07:30'), segundos: 900 } });
    const turnos = expand(programa, moved, DAY[0], at('00:00', 3));
    expect(shape(turnos)).toEqual(['s1 05:00 10', 's2 07:30 15', 's1 05:00 10', 's2 05:10 10']);
    expect(turnos[1]).toMatchObject({
      turno_id: idOf('05:10', 's2'),
      pedidos_s: 900,
      planned: { inicio: at('05:10'), segundos: 600, por: 'Ana' },
    });
  });

  it('is found by its new time when the old one is past', () => {
    const moved = farm({ [idOf('05:00', 's1')]: { inicio: at('23:00'), segundos: 600 } });
    expect(shape(expand(programa, moved, at('22:00'), DAY[1]))).toEqual(['s1 23:00 10']);
    expect(shape(expand(programa, moved, at('04:00'), at('06:00')))).toEqual(['s2 05:10 10']);
  });

  it('takes the pump along, with its lead and lag', () => {
    const moved = farm({ [idOf('05:10', 's2')]: { inicio: at('07:30'), segundos: 900 } }, [PUMP]);
    expect(shape(expand(programa, moved, ...DAY))).toEqual(['s1 05:00 10', 's9 05:01 7', 's2 07:30 15', 's9 07:31 12']);
  });

  it('does not water outside the window of its program', () => {
    const moved = farm({
      [idOf('05:00', 's1')]: { inicio: at('05:55'), segundos: 600 },
      [idOf('05:10', 's2')]: { inicio: at('07:30'), segundos: 600 },
    });
    const turnos = expand({ ...programa, ventana: { desde: '04:00', hasta: '06:00' } }, moved, ...DAY);
    expect(turnos.map(({ objeto, segundos, outside }) => [objeto, segundos, outside])).toEqual([
      ['s1', 300, false],
      ['s2', 600, true],
    ]);
  });
});
