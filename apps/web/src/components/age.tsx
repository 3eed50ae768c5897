import { useByClock } from '../lib/time/clock.js';
import { ageOf } from '../lib/format/format.js';
import { isOld } from '../lib/time/freshness.js';
import { useDates } from '../lib/time/shown-zone.js';
import './chips.css';

/** True once a value is too old to count as current; re-renders the component when that moment comes. */
export const useOld = (ts: number | null, reachable: boolean): boolean =>
  useByClock((now) => isOld(ts, now, reachable));

const isoOf = (ts: number | null): string | undefined => {
  const date = new Date(ts ?? NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};

/** The age of a value, with the exact time on hover; amber when the value is too old to act upon. Updates itself. */
export function Age({ ts, old = false }: { ts: number | null; old?: boolean }) {
  const text = useByClock((now) => ageOf(ts, now));
  const { dateTimeOf } = useDates();
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
