const formats = new Map<string, Intl.DateTimeFormat>();

/** The time of day in a zone, HH:MM. */
export const hourIn = (zone: string, now: number): string => {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    formats.set(zone, format);
  }
  return format.format(now);
};

export interface Hours {
  hora_desde: string | null;
  hora_hasta: string | null;
}

/** Whether a moment lies in a span of hours, which may cross midnight. No span = always, as is a stored one of no length. */
export const isWithin = ({ hora_desde, hora_hasta }: Hours, zone: string, now: number): boolean => {
  if (hora_desde === null || hora_hasta === null || hora_desde === hora_hasta) return true;
  const hour = hourIn(zone, now);
  return hora_desde < hora_hasta ? hour >= hora_desde && hour < hora_hasta : hour >= hora_desde || hour < hora_hasta;
};
