import { minutesOf } from './calendar.js';
import type { ZoneClock } from './zone-clock.js';

/** End of the window that contains an instant, ms; −Infinity when no window does. */
export const windowEnd = (window: { desde: string; hasta: string }, clock: ZoneClock, instant: number): number => {
  const [from, to] = [minutesOf(window.desde), minutesOf(window.hasta)];
  const today = clock.dayAt(instant);
  for (const day of [today, today - 1]) {
    const end = clock.instant(to > from ? day : day + 1, to);
    if (instant >= clock.instant(day, from) && instant < end) return end;
  }
  return -Infinity;
};
