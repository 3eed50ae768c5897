import { useByClock } from '../lib/time/clock.js';
import { useShownZone } from '../lib/time/shown-zone.js';
import { offsetOf } from '../lib/time/ticks.js';
import { cityOf } from '../lib/time/zone-name.js';
import { texts } from './textos.js';
import './zone-note.css';

const HOUR_MS = 3_600_000;
const utc = (offset: number): string => {
  const minutes = Math.abs(offset / 60_000) % 60;
  const sign = offset < 0 ? '−' : '+';
  return `UTC${sign}${Math.floor(Math.abs(offset) / HOUR_MS)}${minutes > 0 ? `:${minutes}` : ''}`;
};

/** The zone's name where its time differs from this browser's; '' otherwise. */
const noteOf = (timeZone: string, now: number): string => {
  const here = -new Date(now).getTimezoneOffset() * 60_000;
  const there = offsetOf(now, timeZone);
  return here === there ? '' : texts.zoneNote(cityOf(timeZone), utc(there), utc(here));
};

/** Names the zone in which this part of the screen, or `zone`, shows its times, when the reader's clock differs. */
export function ZoneNote({ zone }: { zone?: string }) {
  const shown = useShownZone();
  const timeZone = zone ?? shown;
  const text = useByClock((now) => noteOf(timeZone, now));
  return (
    text && (
      <p className="zona-nota" data-zona={timeZone}>
        {text}
      </p>
    )
  );
}
