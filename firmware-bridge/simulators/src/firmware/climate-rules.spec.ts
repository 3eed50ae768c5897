import { encodeConfig, encodeControl, type ControlRule } from '@acequia/board-protocol';
import { random } from '../random.js';
import { CoreHost } from './core-host.fixture.js';
import { T0, type Device, type Seen } from './device.fixture.js';
import { FirmwareDevice } from './firmware-device.fixture.js';
import { SimulatedDevice } from './simulated-device.fixture.js';

/** Time limit that a busy machine stays within. */
const PATIENCE_MS = 1_800_000;
const MINUTE = 60_000;
/** `GREENHOUSE_DAYS=90` for the long run. */
const DAYS = Number(process.env['GREENHOUSE_DAYS'] ?? 10);
/** Interval at which the board evaluates its rules, ms. */
const STEP = 5_000;
const MAX_S = 3_600;
const SENSOR = 32;

const common = { sensor: SENSOR, min_on_s: 120, min_off_s: 180, priority: 1 };
const RULES: ControlRule[] = [
  { ...common, id: 'extractor', pin: 4, value: 't', on_above: 28, off_at: 25, silent: 'cycle' },
  { ...common, id: 'second', pin: 5, value: 't', on_above: 31, off_at: 28, min_off_s: 300, silent: 'on' },
  { ...common, id: 'mist', pin: 18, value: 'h', on_below: 66, off_at: 74, min_on_s: 60, silent: 'off' },
];

/** A greenhouse: sun and weather heat it, extractors and mist cool it. The seed decides which faults occur when. */
class Greenhouse {
  t = 20;
  h = 70;

  constructor(private readonly seed: number) {}

  /** Advances the greenhouse by one minute. */
  live(minute: number, isOn: (pin: number) => boolean): void {
    const hour = (minute / 60) % 24;
    const sun = Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI));
    const outside = 21 + 6 * Math.sin(((hour - 9) / 12) * Math.PI) + 4 * random(this.seed, Math.floor(minute / 1440));
    const air = 0.01 + (isOn(4) ? 0.05 : 0) + (isOn(5) ? 0.05 : 0);
    this.t += sun * 0.35 + (outside - this.t) * air - (isOn(18) ? 0.15 : 0);
    const dry = 85 - 1.6 * (this.t - 15);
    this.h = Math.min(99, Math.max(15, this.h + (dry - this.h) * 0.05 + (isOn(18) ? 2 : 0)));
  }

  /** The sensor's reading with noise; null in a drop-out: about one a day, for up to three hours. */
  reading(minute: number): { t: number; h: number } | null {
    if (this.silentSince(minute) !== null) return null;
    const noise = (salt: number): number => (random(this.seed, minute, salt) - 0.5) * 1.2;
    const one = (value: number): number => Math.round(value * 10) / 10;
    return { t: one(this.t + noise(1)), h: one(Math.min(99, this.h + noise(2) * 3)) };
  }

  /** The minute at which the sensor fell silent. */
  silentSince(minute: number): number | null {
    const day = Math.floor(minute / 1440);
    const since = day * 1440 + Math.floor(random(this.seed, day, 3) * 1200);
    return minute >= since && minute < since + 10 + random(this.seed, day, 4) * 170 ? since : null;
  }

  /** A power cut about every other day, up to five minutes long. */
  cut(minute: number): number | null {
    return random(this.seed, minute, 5) < 1 / 2_000 ? Math.ceil(random(this.seed, minute, 6) * 5) : null;
  }
}

type Edge = Seen['changes'][number];
interface Diary {
  edges: Edge[];
  boots: number[];
  /** When the sensor was silent, ms. */
  silences: { from: number; to: number }[];
}

const live = async (device: Device, seed: number): Promise<Diary> => {
  const house = new Greenhouse(seed);
  const diary: Diary = { edges: [], boots: [0], silences: [] };
  const on = new Set<number>();
  const note = ({ changes }: Seen): void => {
    for (const [at, pin, up] of changes) {
      diary.edges.push([at, pin, up]);
      if (up) on.add(pin);
      else on.delete(pin);
    }
  };
  const relays = RULES.map(({ pin }) => ({ pin, max_s: MAX_S }));
  const sensors = [{ pin: SENSOR, type: 'dht22' as const, every_s: 10 }];
  await device.boot(0);
  note(await device.clock(0, 0));
  note(await device.config(0, Buffer.from(encodeConfig({ rev: 1, relays, sensors }))));
  note(await device.control(0, Buffer.from(encodeControl({ epoch: 1, rev: 1, rules: RULES }))));
  for (let minute = 0; minute < DAYS * 1440; minute++) {
    const at = minute * MINUTE;
    house.live(minute, (pin) => on.has(pin));
    const silent = house.silentSince(minute);
    const last = diary.silences.at(-1);
    if (silent !== null && last?.to === at) last.to = at + MINUTE;
    else if (silent !== null) diary.silences.push({ from: at, to: at + MINUTE });
    const cut = house.cut(minute);
    if (cut !== null) {
      note(await device.powerOff(at));
      minute += cut - 1;
      const back = (minute + 1) * MINUTE;
      note(await device.boot(back));
      note(await device.clock(back, 0));
      diary.boots.push(back);
      continue;
    }
    note(await device.sensor(at, SENSOR, house.reading(minute)));
    note(await device.pass(at, at + MINUTE, STEP));
    if (minute % 60 === 0) await device.deliver(at + MINUTE);
  }
  return diary;
};

/** Where the days deviate from the rules. */
const faults = ({ edges, boots, silences }: Diary): string[] => {
  const wrong: string[] = [];
  const end = DAYS * 1440 * MINUTE;
  for (const { id, pin, min_on_s, min_off_s, silent } of RULES) {
    const own = edges.filter(([, which]) => which === pin);
    const ups = own.filter(([, , up]) => up).map(([at]) => at);
    const most = Math.ceil(3_600 / (min_on_s + min_off_s)) + 1;
    for (const at of ups) {
      const cuts = boots.filter((boot) => boot > at && boot <= at + 3_600_000).length;
      const count = ups.filter((up) => up >= at && up < at + 3_600_000).length;
      if (count > most + cuts) wrong.push(`${id} went on ${count} times in the hour from ${at}`);
    }
    const isOn = (at: number): boolean => (own.filter(([when]) => when <= at).at(-1)?.[2] ?? 0) === 1;
    const changedIn = (from: number, to: number): Edge[] => own.filter(([when]) => when > from && when < to);
    for (const silence of silences) {
      // The sensor counts as silent from here on, and a relay that was on has had its shortest time on.
      const from = silence.from + 90_000 + 30_000 + min_on_s * 1000;
      const to = Math.min(
        silence.to,
        end,
        ...boots.filter((boot) => boot > silence.from).map((boot) => boot - 6 * MINUTE),
      );
      if (to - from < MINUTE) continue;
      const seen = changedIn(from, to);
      if (silent === 'off' && (isOn(to) || seen.some(([, , up]) => up)))
        wrong.push(`${id} on in the silence at ${from}`);
      if (silent === 'cycle') {
        const gaps = seen.slice(1).map(([at, , up], index) => [(at - seen[index]![0]) / 1000, up] as const);
        for (const [gap, up] of gaps)
          if (gap !== (up ? min_off_s : min_on_s)) wrong.push(`${id} had ${gap} s in its cycle at ${from}`);
        if (to - from > 600_000 && seen.length < 2) wrong.push(`${id} does not cycle at ${from}`);
      }
      const offs = seen.filter(([, , up]) => !up).map(([at]) => at);
      if (silent === 'on')
        for (const at of offs) {
          const since = ups.filter((up) => up < at).at(-1) ?? 0;
          const limit = Math.abs(at - since - MAX_S * 1000) <= STEP;
          const again = ups.find((up) => up > at) ?? end;
          if (!limit) wrong.push(`${id} went off in the silence at ${at}`);
          if (again - at !== min_off_s * 1000 && at + min_off_s * 1000 < to)
            wrong.push(`${id} rested otherwise at ${at}`);
        }
    }
    for (const [at, , up] of own) {
      const next = own.find(([when]) => when > at)?.[0] ?? at;
      if (up && next - at > MAX_S * 1000 + STEP) wrong.push(`${id} on past its limit at ${at}`);
    }
    if (ups.length < DAYS) wrong.push(`${id} hardly ever ran: ${ups.length} times`);
  }
  return wrong;
};

describe('days and nights in a greenhouse, with noise, silent sensors and cuts of power', () => {
  let host: CoreHost;
  beforeAll(async () => {
    host = await CoreHost.start();
  }, PATIENCE_MS);
  afterAll(() => host?.stop());

  it(
    'the firmware switches no more often than its rules allow, and does what they say when the sensor is silent',
    async () => {
      await host.fresh();
      expect(faults(await live(new FirmwareDevice(host), T0 % 1_000))).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'and so does the simulator',
    async () => expect(faults(await live(new SimulatedDevice(), 7))).toEqual([]),
    PATIENCE_MS,
  );
});
