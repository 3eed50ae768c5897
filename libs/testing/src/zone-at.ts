/** The IANA zone in which it is that hour (0–23) now, so that what depends on the time of day is the same at any. */
export const zoneAt = (hour: number): string => {
  const offset = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  // POSIX counts westwards.
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
};

/** What the clocks of a zone show at an instant (ms), HH:MM. */
export const clockAt = (timeZone: string, ts: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(ts);
