import type { Corrida, StepTarget } from '../expansion/types.js';
import type { KnownFarm } from '../storage/farm.repository.js';
import type { Definicion } from '../storage/programa.entity.js';
import { farm as plain, FROM } from './calculation.fixture.js';
import type { Veda } from './plan.js';
import { RECOVER_WITHIN_MS, recoveryOf } from './recovery.js';

const MINUTE = 60_000;
const NOON = FROM + 12 * 60 * MINUTE;
const definicion = (changes: Partial<Definicion> = {}): Definicion =>
  ({
    dias: { cada: 1, desde: '2026-01-01' },
    inicios: ['05:00'],
    pasos: [{ switch_id: 1, duracion_s: 1_200 }],
    ...changes,
  }) as Definicion;
const busy = (objeto: StepTarget, from: number, minutes: number, programa_id = 2): Corrida => ({
  turno_id: `${programa_id}-${from / 1_000}-${objeto}`,
  programa_id,
  objeto,
  riego: from,
  inicio: from,
  segundos: minutes * 60,
  pedidos_s: minutes * 60,
  outside: false,
});

interface Case {
  farm?: Partial<KnownFarm>;
  vedas?: Veda[];
  busy?: Corrida[];
  programa?: Partial<Definicion>;
  seconds?: number;
}
/** [what, minutes after noon, minutes], of what makes up for ten minutes of valve 1. */
const found = ({ farm = {}, vedas = [], busy: others = [], programa = {}, seconds = 600 }: Case = {}) =>
  recoveryOf(
    { id: 1, empresa_id: 1, definicion: definicion(programa) },
    { objeto: 's1', segundos: seconds },
    {
      farm: { ...plain, ...farm },
      vedas,
      busy: others,
      from: NOON,
    },
  )?.map(({ switch_id, inicio, segundos }) => [switch_id, (inicio - NOON) / MINUTE, segundos / 60]) ?? null;

describe('what makes up for a turn', () => {
  it('begins at once where nothing forbids it', () => expect(found()).toEqual([[1, 0, 10]]));

  it('brings its pump along, with its delays', () => {
    const pump = { switch_id: 9, valves: new Set([1]), encendido_s: 60, apagado_s: 0 };
    expect(found({ farm: { pumps: [pump] } })).toEqual([
      [1, 0, 10],
      [9, 1, 9],
    ]);
  });

  it('waits for its own valve, for one that may not be open beside it, and for both', () => {
    const groups = [
      {
        nombre: 'G',
        tipo: 'exclusion',
        switches: [1, 2],
        bomba_id: null,
        retardo_encendido_s: 0,
        retardo_apagado_s: 0,
      },
    ];
    expect(found({ busy: [busy('s1', NOON + 5 * MINUTE, 10)] })?.[0]?.[1]).toBeGreaterThanOrEqual(15);
    expect(found({ farm: { groups }, busy: [busy('s2', NOON, 30)] })).toEqual([[1, 30, 10]]);
    expect(found({ farm: { groups }, busy: [busy('s2', NOON, 30), busy('s2', NOON + 35 * MINUTE, 20)] })).toEqual([
      [1, 55, 10],
    ]);
    expect(found({ busy: [busy('s2', NOON, 30)] })).toEqual([[1, 0, 10]]);
  });

  it('opens no more valves at once than its program allows', () => {
    const limite = { valvulas: 1 };
    expect(found({ programa: { limite }, busy: [busy('s2', NOON - 5 * MINUTE, 15, 1)] })).toEqual([[1, 10, 10]]);
  });

  it('waits for the window of its program, and fits into it whole', () => {
    const ventana = { desde: '20:00', hasta: '06:00' };
    expect(found({ programa: { ventana } })).toEqual([[1, 8 * 60, 10]]);
    const short = { desde: '11:00', hasta: '12:05' };
    expect(found({ programa: { ventana: short } })).toEqual([[1, 23 * 60, 10]]);
    expect(found({ programa: { ventana: { desde: '13:00', hasta: '13:05' } } })).toBeNull();
  });

  it('waits for the end of «No regar», and gives up after a day and a half', () => {
    const veda = (hasta: number): Veda => ({ placa_id: null, sitio: null, hasta, motivo: 'lluvia' });
    expect(found({ vedas: [veda(NOON + 90 * MINUTE)] })).toEqual([[1, 90, 10]]);
    expect(found({ vedas: [veda(NOON + RECOVER_WITHIN_MS + MINUTE)] })).toBeNull();
  });

  it('does not exist for a valve that is gone or inactive', () => {
    const switches = new Map(plain.switches);
    switches.set(1, { ...switches.get(1)!, activo: false });
    expect(found({ farm: { switches } })).toBeNull();
    switches.delete(1);
    expect(found({ farm: { switches } })).toBeNull();
  });
});
