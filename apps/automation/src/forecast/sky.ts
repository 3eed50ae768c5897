/** Named beside each decision by it. */
export const FUENTE = 'Open-Meteo';

/** What is expected at an hour; null = its model does not say. */
export interface SkyHour {
  /** ms; rain is of the hour before it. */
  ts: number;
  mm: number | null;
  celsius: number | null;
  kmh: number | null;
}

/** A forecast of a place. */
export interface Sky {
  /** When it was asked for, ms. */
  ts: number;
  horas: readonly SkyHour[];
}

const HOUR_MS = 3_600_000;

/** Every value of the hours in (from, to]; null = one is missing. */
const known = ({ horas }: Sky, which: 'mm' | 'celsius' | 'kmh', from: number, to: number): readonly number[] | null => {
  const within = horas.filter(({ ts }) => ts > from && ts <= to);
  const values = within.flatMap((hour) => hour[which] ?? []);
  const whole = Math.floor((to - from) / HOUR_MS);
  return values.length === within.length && values.length >= Math.max(1, whole) ? values : null;
};

/** mm in the next hours. */
export const rainOf = (sky: Sky, now: number, hours: number): number | null => {
  const values = known(sky, 'mm', now, now + hours * HOUR_MS);
  return values && values.reduce((sum, mm) => sum + mm, 0);
};

/** °C, the least until then. */
export const coldestOf = (sky: Sky, now: number, until: number): number | null => {
  const values = known(sky, 'celsius', now, until);
  return values && Math.min(...values);
};

/** km/h, the most in that time, with the hours that hold its ends. */
export const windiestOf = (sky: Sky, from: number, to: number): number | null => {
  const values = known(sky, 'kmh', Math.floor(from / HOUR_MS) * HOUR_MS - 1, Math.ceil(to / HOUR_MS) * HOUR_MS);
  return values && Math.max(...values);
};

/** Beginnings that are tried are this far apart, ms. */
const STEP_MS = 1_800_000;

/** The first beginning after `from` and `now` at which all of `span` is calm; null = none up to `latest`. */
export const calmStart = (
  sky: Sky,
  limit_kmh: number,
  { from, span, latest, now }: { from: number; span: number; latest: number; now: number },
): number | null => {
  for (let at = from + STEP_MS; at <= latest; at += STEP_MS) {
    const wind = at > now ? windiestOf(sky, at, at + span) : null;
    if (wind !== null && wind <= limit_kmh) return at;
  }
  return null;
};
