import { type MagnitudClave, magnitudOf, type SeriePunto } from '@acequia/contracts';
import type { Told } from './kinds.js';

type Step = SeriePunto['puntos'][number];

/**
 * What a point measured in each day, the slow and obvious way: from all its values in order of time. A counter falls only where it begins
 * anew, and then stays low; between two values its growth is even.
 * @param days their beginnings and the end of the last, ms
 */
export function slowly(magnitud: MagnitudClave, told: readonly Told[], days: readonly number[]): Step[] {
  const { clase, escala } = magnitudOf(magnitud);
  const known = told.flatMap(({ ts, kept }) => (kept === null ? [] : [{ ts, kept }])).sort((a, b) => a.ts - b.ts);
  const grown = clase === 'contador' ? growth(known, days) : [];
  return days.slice(0, -1).map((ts, i) => {
    const nothing: Step = { ts, media: null, minimo: null, maximo: null, suma: null };
    if (clase === 'contador') return { ...nothing, suma: grown[i] === undefined ? null : grown[i] / escala };
    const values = known.filter((one) => one.ts >= ts && one.ts < days[i + 1]!).map(({ kept }) => kept);
    if (values.length === 0) return nothing;
    if (clase === 'direccion') return { ...nothing, media: meanOnCircle(values.map((kept) => kept / escala)) };
    const mean = values.reduce((sum, kept) => sum + kept, 0) / values.length;
    const [minimo, maximo] = [Math.min(...values) / escala, Math.max(...values) / escala];
    return { ...nothing, media: Math.round(mean * 10) / (escala * 10), minimo, maximo };
  });
}

/** By day; undefined = nothing known. What lies across midnight is dealt out by time, in whole units. */
function growth(known: readonly { ts: number; kept: number }[], days: readonly number[]): (number | undefined)[] {
  const grown: (number | undefined)[] = days.slice(1).map(() => undefined);
  const add = (ts: number, amount: number): void => {
    const day = days.findLastIndex((from) => from <= ts);
    if (day >= 0 && day < grown.length) grown[day] = (grown[day] ?? 0) + amount;
  };
  known.forEach(({ ts, kept }, i) => {
    const before = known[i - 1];
    if (!before) return add(ts, 0);
    const rise = kept >= before.kept ? kept - before.kept : kept;
    let [from, dealt] = [before.ts, 0];
    for (const midnight of days.filter((day) => day > before.ts && day < ts)) {
      const until = Math.floor(rise * ((midnight - before.ts) / (ts - before.ts)));
      add(from, until - dealt);
      [from, dealt] = [midnight, until];
    }
    add(from, rise - dealt);
  });
  return grown;
}

function meanOnCircle(degrees: readonly number[]): number {
  const radians = degrees.map((one) => (one * Math.PI) / 180);
  const [sine, cosine] = [Math.sin, Math.cos].map((part) => radians.reduce((sum, one) => sum + part(one), 0));
  return ((Math.atan2(sine!, cosine!) * 180) / Math.PI + 360) % 360;
}

/** The distance of two directions, degrees. */
export const apart = (one: number, other: number): number => Math.abs(((one - other + 540) % 360) - 180);
