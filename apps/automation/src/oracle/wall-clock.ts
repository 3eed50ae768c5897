/** Sampling interval of a zone's offset: every clock change since 1970 is on a quarter of an hour of UTC. */
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

/** The wall clock of a zone, read every quarter of an hour: for each time of day the first instant at which it is shown. */
export class WallClock {
  private readonly first = new Map<string, number>();
  /** The first and the last day that are complete. */
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

  /** A skipped time counts on from the last time shown before the gap. */
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
