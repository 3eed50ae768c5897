/** Offsets of a zone are read this often: every change of clocks since 1970 lies on a quarter of an hour of UTC. */
const QUARTER_MS = 900_000;
const MINUTE_MS = 60_000;

const wallFormat = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });

/** `YYYY-MM-DD HH:MM` at the beginning of its quarter of an hour, and the minutes since. */
const quarterOf = (date: string, time: string): [shown: string, minutes: number] => {
  const minutes = Number(time.slice(3)) % 15;
  return [`${date} ${time.slice(0, 3)}${String(Number(time.slice(3)) - minutes).padStart(2, '0')}`, minutes];
};

/**
 * What the clocks on the walls of a zone show, read off them one quarter of an hour after the other: for each time of day
 * the first instant at which they show it.
 */
export class WallClock {
  private readonly first = new Map<string, number>();
  /** The first and the last day that are wholly known. */
  readonly days: readonly [first: string, last: string];

  constructor(zone: string, from: number, to: number) {
    const format = wallFormat(zone);
    for (let quarter = from; quarter < to; quarter += QUARTER_MS) {
      const shown = format.format(quarter).replace(',', '');
      if (!this.first.has(shown)) this.first.set(shown, quarter);
    }
    const shown = [...this.first.keys()];
    this.days = [shown[96]?.slice(0, 10) ?? '', shown.at(-96)?.slice(0, 10) ?? ''];
  }

  /** Of a time that is never shown: a clock that nobody put forward would show it so long after the last one that is. */
  instant(date: string, time: string): number {
    const wanted = Date.parse(`${date}T${time}Z`);
    for (let back = 0; back < 1_440; back += 1) {
      const [day, hour] = new Date(wanted - back * MINUTE_MS).toISOString().split('T') as [string, string];
      const [quarter, minutes] = quarterOf(day, hour.slice(0, 5));
      const at = this.first.get(quarter);
      if (at !== undefined) return at + (minutes + back) * MINUTE_MS;
    }
    throw new Error(`${date} ${time} is outside of what was read`);
  }
}
