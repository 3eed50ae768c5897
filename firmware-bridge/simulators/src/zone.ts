const SEGUNDO_MS = 1_000;
/** No zone changes its distance from UTC within a quarter of an hour. */
const QUARTER_MS = 900_000;
const HORA_MS = 3_600_000;

/** Distance of a place's clock from UTC at a time (ms), hours. */
export type Offset = (ts: number) => number;

/** The clock of an IANA zone, summer time included. @throws RangeError when there is no such zone */
export const offsetOf = (zona: string): Offset => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zona,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const compute = (ts: number): number => {
    const parts = new Map(format.formatToParts(ts).map(({ type, value }) => [type, Number(value)]));
    const [year, month, day, hour, minute, second] = (
      ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
    ).map((part) => parts.get(part) ?? 0) as [number, number, number, number, number, number];
    const local = Date.UTC(year, month - 1, day, hour, minute, second);
    return (local - Math.floor(ts / SEGUNDO_MS) * SEGUNDO_MS) / HORA_MS;
  };
  // Called for each sensor of each sample in time order: the cached quarter nearly always fits.
  let quarter = NaN;
  let horas = 0;
  return (ts) => {
    const request = Math.floor(ts / QUARTER_MS);
    if (request !== quarter) [quarter, horas] = [request, compute(request * QUARTER_MS)];
    return horas;
  };
};
