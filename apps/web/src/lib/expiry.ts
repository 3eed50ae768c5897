/** Today's date in a zone, YYYY-MM-DD. */
const todayIn = (zone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

/** Whether a day (YYYY-MM-DD) has passed in the zone; the day itself still counts (DEC-6). */
export const hasExpired = (day: string, zone: string, now = new Date()): boolean => day < todayIn(zone, now);
