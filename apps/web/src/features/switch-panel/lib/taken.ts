import type { Interval } from '../../../entities/switch/who/intervals.js';

/** What a switch took while it was on; null = unknown, or nothing measures it. */
export interface Taken {
  minutes: number | null;
  m3: number | null;
  /** Its m³ are worked out from a flow, at least in part, not measured. */
  estimated: boolean;
  kwh: number | null;
}

/** `now` in ms: one that is still on lasts until then. */
export const takenBy = ({ desde, hasta, turno }: Interval, now: number): Taken => {
  const measured = turno?.m3_medidos ?? null;
  // What its flow makes of its time is no measure of a volume that nobody could count.
  const litros = turno?.sin_medir === 1 ? null : (turno?.litros ?? null);
  return {
    minutes: desde === null ? null : Math.max(0, (hasta ?? now) - desde) / 60_000,
    m3: measured ?? (litros === null ? null : litros / 1_000),
    estimated: measured === null && litros !== null,
    kwh: turno?.kwh ?? null,
  };
};

/** Sums of what is known; null where nothing is. */
export const sumOf = (all: readonly Taken[]): Taken => {
  const sum = (key: 'minutes' | 'm3' | 'kwh'): number | null =>
    all.reduce<number | null>((total, one) => (one[key] === null ? total : (total ?? 0) + one[key]), null);
  return { minutes: sum('minutes'), m3: sum('m3'), estimated: all.some((one) => one.estimated), kwh: sum('kwh') };
};
