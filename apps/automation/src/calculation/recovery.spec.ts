import fc from 'fast-check';
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

describe('what makes up for a turn of valve 1, beside random turns', () => {
  const [HORIZON, LONGEST, EXCLUDED, PUMP] = [RECOVER_WITHIN_MS / MINUTE, 45, 2, 9];
  const FLOWS = new Map([1, 2, 3, 4].map((id) => [id, 3 * id + 3]));
  const hour = fc.integer({ min: 0, max: 23 });
  const minute = fc.integer({ min: 0, max: HORIZON });
  const world = fc.record({
    turns: fc.array(
      fc.record({
        id: fc.integer({ min: 1, max: 4 }),
        at: fc.integer({ min: -60, max: HORIZON }),
        minutes: fc.integer({ min: 1, max: 180 }),
        programa_id: fc.constantFrom(1, 2),
      }),
      { maxLength: 40 },
    ),
    minutes: fc.integer({ min: 4, max: 40 }),
    limite: fc.option(
      fc.oneof(
        fc.record({ valvulas: fc.integer({ min: 1, max: 3 }) }),
        fc.record({ caudal_m3h: fc.integer({ min: 6, max: 25 }) }),
      ),
    ),
    ventana: fc.option(fc.tuple(hour, hour).filter(([from, to]) => from !== to)),
    veda: fc.option(minute),
    isExclusive: fc.boolean(),
    hasPump: fc.boolean(),
  });
  type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

  const clock = (hours: number): string => `${String(hours).padStart(2, '0')}:00`;
  const recovered = ({ turns, minutes, limite, ventana, veda, isExclusive, hasPump }: World) => {
    const group = { nombre: 'G', bomba_id: null, retardo_encendido_s: 0, retardo_apagado_s: 0 };
    const switches = new Map(plain.switches);
    switches.set(1, { ...switches.get(1)!, maximum_s: LONGEST * 60 });
    return found({
      farm: {
        switches,
        flows: FLOWS,
        groups: isExclusive ? [{ ...group, tipo: 'exclusion', switches: [1, EXCLUDED] }] : [],
        pumps: hasPump ? [{ switch_id: PUMP, valves: new Set([1]), encendido_s: 60, apagado_s: 60 }] : [],
      },
      vedas: veda === null ? [] : [{ placa_id: null, sitio: null, hasta: NOON + veda * MINUTE, motivo: 'lluvia' }],
      busy: turns.map(({ id, at, minutes: long, programa_id }) =>
        busy(`s${id}`, NOON + at * MINUTE, long, programa_id),
      ),
      programa: {
        ...(limite && { limite }),
        ...(ventana && { ventana: { desde: clock(ventana[0]), hasta: clock(ventana[1]) } }),
      },
      seconds: minutes * 60,
    });
  };

  /** Minute by minute: whether it may run from `start`, minutes after noon. `gap`: what its own turns keep from it. */
  const mayRun = (
    { turns, minutes, limite, ventana, veda, isExclusive }: World,
    start: number,
    gap: number,
  ): boolean => {
    if (start < (veda ?? 0)) return false;
    const own = turns.filter(({ id }) => id === 1);
    if (own.some(({ at, minutes: long }) => at - gap < start + minutes && at + long + gap > start)) return false;
    const [from, to] = ventana ? ventana.map((each) => each * 60) : [0, 1_440];
    for (let m = start; m < start + minutes; m += 1) {
      const day = (m + 12 * 60) % 1_440;
      if (ventana && !(from! < to! ? from! <= day && day < to! : day >= from! || day < to!)) return false;
      const open = turns.filter(({ at, minutes: long }) => at <= m && m < at + long);
      if (isExclusive && open.some(({ id }) => id === EXCLUDED)) return false;
      const flow = open.reduce((sum, { id }) => sum + FLOWS.get(id)!, FLOWS.get(1)!);
      if (limite && 'valvulas' in limite && open.length + 1 > limite.valvulas) return false;
      if (limite && 'caudal_m3h' in limite && flow > limite.caudal_m3h) return false;
    }
    return true;
  };
  /** Its turns that follow without a gap are one time on, which has its longest. */
  const isTooLong = ({ turns, minutes }: World, start: number): boolean => {
    let [from, to] = [start, start + minutes];
    const own = turns.filter(({ id }) => id === 1);
    for (let n = 0; n <= own.length; n += 1)
      for (const { at, minutes: long } of own)
        if (at <= to && at + long >= from) [from, to] = [Math.min(from, at), Math.max(to, at + long)];
    return to - from > LONGEST && to - from > minutes;
  };

  it('keeps to window, limits, interlocks, «No regar», the longest time on, and comes as early as it can', () => {
    const property = fc.property(world, (one) => {
      const runs = recovered(one);
      const starts = Array.from({ length: HORIZON }, (_, m) => m);
      const first = starts.find((m) => mayRun(one, m, 1));
      if (runs === null) return expect(first).toBeUndefined();
      const [start, minutes] = (runs.find(([id]) => id === 1) ?? []).slice(1).map(Number) as [number, number];
      expect([mayRun(one, start, 0), isTooLong(one, start), minutes]).toEqual([true, false, one.minutes]);
      expect(start).toBeLessThanOrEqual(first ?? Infinity);
      expect(runs.find(([id]) => id === PUMP)).toEqual(one.hasPump ? [PUMP, start + 1, one.minutes - 2] : undefined);
    });
    fc.assert(property, { numRuns: Number(process.env['RECOVERIES'] ?? 150) });
  });
});
