const formats = new Map<string, Intl.DateTimeFormat>();

/** In the words of the zone, e.g. `22/11 05:00`. */
export const momentText = (at: number, zona: string): string => {
  const two = '2-digit';
  let format = formats.get(zona);
  if (!format) {
    const options = { day: two, month: two, hour: two, minute: two, hourCycle: 'h23', timeZone: zona } as const;
    // To make one takes as long as to use it a hundred times.
    formats.set(zona, (format = new Intl.DateTimeFormat('es-MX', options)));
  }
  return format.format(at).replace(',', '');
};

/** HH:mm in the zone. */
export const timeText = (at: number, zona: string): string => momentText(at, zona).slice(-5);
