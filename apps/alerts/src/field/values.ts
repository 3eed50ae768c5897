import type { Punto, Sensor, Told, Wired } from './things.js';

/** How long values are kept for trends, and relay changes for chatter. ms */
export const TREND_MS = 30 * 60_000;
export const CHATTER_MS = 5 * 60_000;
const TREND_POINTS = 60;
/** A report older than this on arrival was buffered: it is history and raises no alarm. ms */
export const FRESH_MS = 10 * 60_000;

/** false = nothing changed but the time, which the round that evaluates everything looks at. */
export const note = (wired: Wired, on: boolean, ts: number, now: number): boolean => {
  wired.watched ??= now;
  if (ts < wired.ts) return false;
  const live = now - ts <= FRESH_MS;
  const changes =
    wired.on !== on || wired.live !== live || (wired.wish !== null && (wired.wish.accion === 'on') !== on);
  // Between history and the present the state is unknown.
  if (wired.on !== on || !wired.live) {
    if (wired.on !== null && wired.live && live) wired.flips.push(Math.min(ts, now));
    while (wired.flips.length > 0 && now - (wired.flips[0] ?? now) > CHATTER_MS) wired.flips.shift();
    if (wired.flips.length > 200) wired.flips.shift();
    const ended = wired.on === true && !on && wired.live && live;
    if (wired.on !== on) wired.lastOn = ended ? { from: wired.since, to: Math.min(ts, now) } : null;
    wired.since = Math.min(ts, now);
  }
  wired.on = on;
  wired.ts = ts;
  wired.live = live;
  return changes;
};

/** °C and %, null = the sensor gives none, each with the time of its last word, ms. */
export interface Reading {
  pin: number;
  t: number | null;
  t_ts: number;
  h: number | null;
  h_ts: number;
}

const told = (before: Told | null, value: number | null, ts: number): Told | null =>
  ts <= (before?.ts ?? 0) ? before : { value, ts, last: value ?? before?.last ?? null };

export const measured = (
  before: Sensor | null,
  { t: degrees, t_ts, h: humidity, h_ts }: Reading,
  now: number,
): Sensor => {
  const t = told(before?.t ?? null, degrees, t_ts);
  const h = told(before?.h ?? null, humidity, h_ts);
  const given = [t !== before?.t && t, h !== before?.h && h].filter((one) => !!one && one.value !== null) as Told[];
  const ts = Math.max(before?.ts ?? 0, ...given.map((one) => one.ts));
  const same = before !== null && before.t?.last === t?.last && before.h?.last === h?.last;
  const trend = before?.trend ?? [];
  const last = trend.at(-1);
  if (t && t.value !== null && t !== before?.t && (!last || t.ts - last.ts >= TREND_MS / TREND_POINTS))
    trend.push({ ts: t.ts, t: t.value });
  while (trend.length > 0 && ts - (trend[0]?.ts ?? ts) > TREND_MS) trend.shift();
  const moves = (before?.moves ?? 0) + (before && !same ? 1 : 0);
  return { t, h, ts, sameSince: same ? before.sameSince : Math.min(ts, now), moves, trend };
};

/** A point's trend reaches over so many of its values, if they come seldom. */
const TREND_PERIODS = 6;

/** false = it says nothing new. */
export const notePoint = (punto: Punto, value: number | null, ts: number, now: number): boolean => {
  const before = punto.told;
  const next = told(before, value, ts);
  if (next === before || !next) return false;
  const same = before !== null && before.last === next.last;
  if (!same) punto.sameSince = Math.min(ts, now);
  if (before && !same) punto.moves += 1;
  punto.told = next;
  if (value === null) return true;
  const { trend } = punto;
  const reach = Math.max(TREND_MS, punto.cada_s * 1_000 * TREND_PERIODS);
  if (ts - (trend.at(-1)?.ts ?? 0) >= reach / TREND_POINTS) trend.push({ ts, t: value });
  while (trend.length > 0 && ts - (trend[0]?.ts ?? ts) > reach) trend.shift();
  return true;
};
