/** Today's date in a zone, YYYY-MM-DD. */
const todayIn = (zone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

const DAY_MS = 86_400_000;

/** Whole days from today in the zone to a day (YYYY-MM-DD); 0 = today, negative = it has passed (the day itself still counts, DEC-6). */
export const daysUntil = (day: string, zone: string, now = new Date()): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${todayIn(zone, now)}T00:00:00Z`)) / DAY_MS);
