import { useByClock } from '../lib/time/clock.js';
import { ageOf, dateTimeOf } from '../lib/format/format.js';
import { isOld } from '../lib/time/freshness.js';
import './chips.css';

/** True once a value must not be believed as the present one; tells the screen by itself when that moment comes. */
export const useOld = (ts: number | null, reachable: boolean): boolean =>
  useByClock((now) => isOld(ts, now, reachable));

const isoOf = (ts: number | null): string | undefined => {
  const date = new Date(ts ?? NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};

/** How old a value is, with the exact moment on hover; amber when it is too old to act upon. It keeps its own time. */
export function Age({ ts, old = false }: { ts: number | null; old?: boolean }) {
  const text = useByClock((now) => ageOf(ts, now));
  return (
    <time
      className="edad"
      data-old={old || undefined}
      title={ts === null ? undefined : dateTimeOf(ts)}
      dateTime={isoOf(ts)}
    >
      {text}
    </time>
  );
}
