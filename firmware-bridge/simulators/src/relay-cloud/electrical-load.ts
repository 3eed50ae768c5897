import { localHour } from '../climate.js';
import { random, ripple } from '../random.js';

/** Load of one phase: V, A, W, VA, power factor. */
export interface Fase {
  v: number;
  a: number;
  w: number;
  va: number;
  fp: number;
}

/** Mexican low voltage: 127 V from a phase to neutral, 60 Hz. */
const VOLTAJE = 127;
const FREQUENCY = 60;
const MINUTE_MS = 60_000;
/** A motor's inrush: factor of its current, and the time in which that falls to 1/e, s. */
const BOOT = { veces: 5, downtime_s: 1.2 };

interface Load {
  /** Nominal W and power factor on each of its phases. */
  w: number;
  fp: number;
  fases: readonly (0 | 1 | 2)[];
  /** Share of the nominal power at `ts`; 0 = off. */
  parte: (ts: number, hora: number, seed: number) => number;
  /** Minutes between two starts and length of one run; the hours in which it runs. Absent = always connected. */
  turno?: { cada: number; lasts: number; horas: readonly (readonly [number, number])[] };
}

const always = (): number => 1;
const atNight = (_ts: number, hora: number): number => (hora >= 19 || hora < 5.5 ? 1 : 0);

/**
 * A farm's switchboard: a well pump on all three phases in the morning and the evening, a cold room's compressor, lights at night on
 * phase a, an office and its air conditioning on b, a water heater's share on c. The single-phase ones are what unbalances it.
 */
const LOADS: readonly Load[] = [
  {
    w: 1_850,
    fp: 0.86,
    fases: [0, 1, 2],
    parte: always,
    turno: {
      cada: 85,
      lasts: 45,
      horas: [
        [5, 10],
        [16.5, 20.5],
      ],
    },
  },
  { w: 1_150, fp: 0.82, fases: [1], parte: always, turno: { cada: 24, lasts: 10, horas: [[0, 24]] } },
  { w: 640, fp: 0.95, fases: [0], parte: atNight },
  { w: 420, fp: 0.9, fases: [1], parte: (_ts, hora) => (hora >= 7 && hora < 18 ? 1 : 0.15) },
  { w: 780, fp: 1, fases: [2], parte: always, turno: { cada: 50, lasts: 9, horas: [[4, 22]] } },
  {
    w: 110,
    fp: 0.75,
    fases: [0, 1, 2],
    parte: (ts, _hora, seed) => 1 + 0.3 * ripple(seed, ts, 7 * MINUTE_MS),
  },
];

/** Seconds since this run began; null while the load is off. */
const running = (load: Load, seed: number, ts: number, hora: number): number | null => {
  const { turno } = load;
  if (!turno) return Number.POSITIVE_INFINITY;
  if (!turno.horas.some(([desde, hasta]) => hora >= desde && hora < hasta)) return null;
  const corrida = random(seed, turno.cada) * turno.cada;
  const minute = (ts / MINUTE_MS + corrida) % turno.cada;
  return minute < turno.lasts ? minute * 60 : null;
};

/** Factor of a motor's nominal current `s` seconds after its start. */
export const bootPulse = (s: number): number => 1 + BOOT.veces * Math.exp(-s / BOOT.downtime_s);

/** One motor on one phase, `s` seconds after its start: the inrush is mostly reactive. */
export const motor = (w: number, fp: number, s: number): { w: number; va: number } => {
  const blow = bootPulse(s);
  return { w: w * (1 + (blow - 1) * 0.35), va: (w / fp) * blow };
};

/** Volts of phase `n` at `ts` without load: slow drift, lower in the evening at peak demand. */
const red = (seed: number, n: number, ts: number, hora: number): number =>
  VOLTAJE +
  1.8 * ripple(seed + n, ts, 20 * MINUTE_MS) +
  0.5 * ripple(seed + n, ts, 15_000) -
  (hora >= 18 && hora < 23 ? 2.4 : 0);

export const frecuencia = (seed: number, ts: number): number => FREQUENCY + 0.05 * ripple(seed, ts, 30_000);

/** One phase under a load of `w` watts and `va` volt-amperes; a heavy load pulls the voltage down. */
export const phaseWith = (w: number, va: number, seed: number, n: number, ts: number, offset_h: number): Fase => {
  const v = red(seed, n, ts, localHour(ts, offset_h)) - va * 0.0006;
  return { v, a: va / v, w, va, fp: va > 0 ? w / va : 0 };
};

/** The three phases of the farm's switchboard at `ts`. `scale` 1 is a farm of about 8 kW at its peak. */
export const dashboard = (seed: number, ts: number, offset_h: number, scale = 1): [Fase, Fase, Fase] => {
  const hora = localHour(ts, offset_h);
  const w: [number, number, number] = [0, 0, 0];
  const va: [number, number, number] = [0, 0, 0];
  LOADS.forEach((load, i) => {
    const s = running(load, seed + i, ts, hora);
    const parte = s === null ? 0 : load.parte(ts, hora, seed + i);
    if (s === null || parte === 0) return;
    const takes = motor(load.w * scale * parte, load.fp, s);
    for (const fase of load.fases) {
      w[fase] += takes.w;
      va[fase] += takes.va;
    }
  });
  const fase = (n: 0 | 1 | 2): Fase => phaseWith(w[n], va[n], seed, n, ts, offset_h);
  return [fase(0), fase(1), fase(2)];
};
