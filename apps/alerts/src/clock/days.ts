const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day in a zone, YYYY-MM-DD. */
export const dayIn = (zone: string, now: number): string => {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(zone, format);
  }
  return format.format(now);
};

export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
