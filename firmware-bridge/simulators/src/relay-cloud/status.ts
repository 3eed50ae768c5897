import type { Fase } from './electrical-load.js';
import type { Model, ModelFacts } from './models.js';

/** Status payloads in the vendor's format; a value that the device does not measure is absent, a failed one is null. */

/** What a status is built from. */
interface Subject {
  readonly id: string;
  readonly model: Model;
  readonly facts: ModelFacts;
  readonly meterFailed: boolean;
  readonly wh: readonly number[];
  output(now: number): boolean;
  hasTimer(): boolean;
  phases(now: number): Fase[];
  frequency(now: number): number;
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
const LETTERS = ['a', 'b', 'c'] as const;

/** YYYY-MM-DD hh:mm:ss, UTC. */
const updated = (now: number): string => new Date(now).toISOString().slice(0, 19).replace('T', ' ');

const celsius = (now: number, load_w: number): { tC: number; tF: number } => {
  const tC = round(38 + 6 * Math.sin(now / 9_000_000) + load_w / 2_000, 1);
  return { tC, tF: round(tC * 1.8 + 32, 1) };
};

const gen1 = (device: Subject, now: number): Record<string, unknown> => ({
  relays: [{ ison: device.output(now), has_timer: device.hasTimer() }],
  meters: [{ power: 0, is_valid: true }],
});

const plus = (device: Subject, now: number): Record<string, unknown> => {
  const output = device.output(now);
  const [load] = device.phases(now);
  const temperature = celsius(now, load?.w ?? 0);
  const failed = device.meterFailed;
  const metering = load && {
    apower: failed ? null : round(load.w, 1),
    voltage: failed ? null : round(load.v, 1),
    current: failed ? null : round(load.a, 3),
    aenergy: { total: round(device.wh[0] ?? 0, 3) },
    ...(failed && { errors: ['power_meter_failure'] }),
  };
  return {
    'switch:0': { id: 0, output, ...metering, temperature },
    'input:0': { id: 0, state: false },
    ble: {},
  };
};

const measured = (fase: Fase, hz: number, failed: boolean): [string, number | null][] => {
  const fields: [string, number][] = [
    ['voltage', round(fase.v, 1)],
    ['current', round(fase.a, 3)],
    ['act_power', round(fase.w, 1)],
    ['aprt_power', round(fase.va, 1)],
    ['pf', round(fase.fp, 2)],
    ['freq', round(hz, 1)],
  ];
  return fields.map(([name, value]) => [name, failed ? null : value]);
};

const failure = (device: Subject): Record<string, unknown> =>
  device.meterFailed ? { errors: ['power_meter_failure'] } : {};

const triphase = (device: Subject, now: number): Record<string, unknown> => {
  const phases = device.phases(now);
  const sum = (pick: (fase: Fase) => number, digits: number): number | null =>
    device.meterFailed
      ? null
      : round(
          phases.reduce((total, fase) => total + pick(fase), 0),
          digits,
        );
  const em = phases.flatMap((fase, n) =>
    measured(fase, device.frequency(now), device.meterFailed).map(([name, value]) => [`${LETTERS[n]}_${name}`, value]),
  );
  const emdata = device.wh.flatMap((wh, n) => [
    [`${LETTERS[n]}_total_act_energy`, round(wh, 2)],
    [`${LETTERS[n]}_total_act_ret_energy`, 0],
  ]);
  return {
    'em:0': {
      id: 0,
      ...Object.fromEntries(em),
      n_current: null,
      total_current: sum(({ a }) => a, 3),
      total_act_power: sum(({ w }) => w, 3),
      total_aprt_power: sum(({ va }) => va, 3),
      ...failure(device),
    },
    'emdata:0': {
      id: 0,
      ...Object.fromEntries(emdata),
      total_act: round(
        device.wh.reduce((total, wh) => total + wh, 0),
        2,
      ),
      total_act_ret: 0,
    },
    'temperature:0': { id: 0, ...celsius(now, sum(({ w }) => w, 1) ?? 0) },
  };
};

const monophase = (device: Subject, now: number): Record<string, unknown> => {
  const phases = device.phases(now);
  const hz = device.frequency(now);
  return {
    ...Object.fromEntries(
      phases.flatMap((fase, n) => [
        [`em1:${n}`, { id: n, ...Object.fromEntries(measured(fase, hz, device.meterFailed)), ...failure(device) }],
        [`em1data:${n}`, { id: n, total_act_energy: round(device.wh[n] ?? 0, 2), total_act_ret_energy: 0 }],
      ]),
    ),
    'temperature:0': {
      id: 0,
      ...celsius(
        now,
        phases.reduce((total, { w }) => total + w, 0),
      ),
    },
  };
};

const BODIES = { shelly1: gen1, plus1: plus, plus1pm: plus, pro3em: triphase, pro3em_mono: monophase };

/** The status that the device reports to its cloud at `now`. */
export const statusOf = (device: Subject, now: number): Record<string, unknown> => ({
  _updated: updated(now),
  cloud: { connected: true },
  ...(device.facts.gen === 'G2' && { wifi: { rssi: -59 }, id: device.id, code: device.facts.code }),
  ...BODIES[device.model](device, now),
});
