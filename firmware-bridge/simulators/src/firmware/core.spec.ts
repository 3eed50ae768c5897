import {
  decodeAgenda,
  decodeCommand,
  decodeConfig,
  decodeControl,
  type AgendaMessage,
  type ConfigMessage,
  type ControlMessage,
  type Protection,
} from '@acequia/board-protocol';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { waitOf } from '../backoff.js';
import { buildCore } from './core-build.fixture.js';
import { CoreHost } from './core-host.fixture.js';

/** Time limit that a busy machine stays within. */
const PATIENCE_MS = 600_000;
/** `CORE_RUNS=2000` for a long run. */
const RUNS = Number(process.env['CORE_RUNS'] ?? 300);
/** Built before the tests are declared, because each C++ test becomes one of them. */
const programs = [
  await buildCore('delivery_clock_flash_test'),
  await buildCore('sensor_test'),
  await buildCore('update_test'),
  await buildCore('ten_years_test'),
];
/** `BOARD_DAYS=3650` for the ten years that `ten_years_test` lives by itself. */
const DAYS = process.env['BOARD_DAYS'] ?? '500';
const run = (program: string): string => {
  try {
    return execFileSync(program, {
      encoding: 'utf8',
      env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=0', BOARD_DAYS: DAYS },
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    return `${stdout ?? ''}not ok the program ends well: ${stderr ?? String(error)}`;
  }
};
const lines = programs
  .map(run)
  .join('')
  .split('\n')
  .filter((line) => /^(not )?ok /.test(line))
  .map((line) => /^(not ok|ok) ([^:]*)(?:: (.*))?$/.exec(line) ?? [line, 'not ok', line, '']);

describe("the firmware's core", () => {
  it.each(lines.map(([, verdict = '', name = '', why = '']) => [name, verdict, why]))('%s', (_name, verdict, why) => {
    expect([verdict, why]).toEqual(['ok', '']);
  });

  it('ran all of its tests', () => {
    expect(lines.length).toBeGreaterThanOrEqual(51);
  });
});

const RELAY = fc.record(
  {
    pin: fc.integer({ min: -1, max: 41 }),
    max_s: fc.integer({ min: 0, max: 604_801 }),
    min_off_s: fc.integer({ min: -1, max: 86_401 }),
  },
  { requiredKeys: ['pin', 'max_s'] },
);
const SENSOR = fc.record({
  pin: fc.integer({ min: 0, max: 39 }),
  type: fc.constantFrom('dht22', 'dht22', 'dht22', 'dht11', 'dht22 and more'),
  every_s: fc.integer({ min: 0, max: 90 }),
});
const PINS = fc.array(fc.constantFrom(0, 4, 5, 18, 20, 39), { maxLength: 18 });
const INTERLOCK = fc.oneof(
  fc.record({ kind: fc.constant('exclusive'), pins: PINS }),
  fc.record({
    kind: fc.constantFrom('requires', 'requires', 'other'),
    pin: fc.constantFrom(4, 5, 20),
    any: PINS,
    on_delay_s: fc.integer({ min: -1, max: 601 }),
    off_delay_s: fc.nat(600),
  }),
);
/** Mostly a valid member, sometimes any value; members may be missing, and others may be added. */
const member = <T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 24, arbitrary: good as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: fc.jsonValue() });
const wild = (shape: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.record(Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, member(value)]))),
      fc.option(fc.constantFrom(...Object.keys(shape)), { freq: 12 }),
      fc.dictionary(fc.string({ maxLength: 30 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 2 }),
    )
    .map(([value, without, more]) => {
      const entries = Object.entries(value).filter(([key]) => key !== without);
      return Object.fromEntries([...entries, ...Object.entries(more)]);
    });
const COMMAND = wild({
  id: fc.oneof(fc.uuid(), fc.string({ maxLength: 70 }), fc.stringMatching(/^[!-~]{1,66}$/)),
  pin: fc.integer({ min: -1, max: 41 }),
  on: fc.boolean(),
  max_s: fc.integer({ min: 0, max: 604_801 }),
  exp: fc.oneof(fc.maxSafeNat(), fc.integer(), fc.double()),
});
const CONFIG = wild({
  rev: fc.oneof(fc.nat(9), fc.integer(), fc.double()),
  relays: fc.oneof(fc.array(RELAY, { maxLength: 42 }), fc.array(RELAY, { maxLength: 2 })),
  sensors: fc.array(SENSOR, { maxLength: 3 }),
  interlocks: fc.array(INTERLOCK, { maxLength: 3 }),
  epoch: fc.nat(),
  locked: fc.array(fc.constantFrom(0, 4, 5, 18, 20, 39), { maxLength: 4 }),
});
const SHORT_ID = fc.oneof(fc.uuid(), fc.string({ maxLength: 38 }), fc.constantFrom('a', 'b'));
const POINT_LIMIT = fc.oneof(
  fc.integer({ min: -20, max: 20 }).map((value) => value / 10),
  fc.constantFrom(1e9, -1e9, 1_000_000_001, 0.000_001, 0.000_000_1),
);
const RUN = fc.record(
  {
    id: SHORT_ID,
    pin: fc.constantFrom(4, 5, 20),
    at: fc.oneof(fc.nat(), fc.maxSafeNat()),
    secs: fc.integer({ min: 0, max: 604_801 }),
    late_s: fc.integer({ min: -1, max: 86_401 }),
    link: fc.constantFrom(0, 1, 1, 2),
    vol: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(10_000_000, 10_000_001)),
    point: fc.integer({ min: 0, max: 128 }),
    reach: POINT_LIMIT,
  },
  { requiredKeys: ['id', 'pin', 'at', 'secs', 'late_s', 'link'] },
);
const AGENDA = wild({
  epoch: fc.maxSafeNat(),
  rev: fc.oneof(fc.nat(9), fc.integer()),
  until: fc.nat(),
  runs: fc.oneof(fc.array(RUN, { maxLength: 3 }), fc.array(RUN, { minLength: 120, maxLength: 130 })),
});
const THRESHOLD = fc.oneof(
  fc.integer({ min: -10_001, max: 15_001 }).map((value) => value / 100),
  fc.integer({ min: -110, max: 160 }),
  fc.double(),
);
/** Of a rule that follows `what`. */
const ruleOf = (what: Record<string, fc.Arbitrary<unknown>>, threshold: fc.Arbitrary<number>) => {
  const always = {
    id: SHORT_ID,
    pin: fc.constantFrom(4, 5),
    ...what,
    off_at: threshold,
    min_on_s: fc.nat(86_401),
    min_off_s: fc.nat(86_401),
    silent: fc.constantFrom('off', 'on', 'cycle', 'cycle', 'loop'),
    priority: fc.integer({ min: -1, max: 1_001 }),
  };
  const sometimes = {
    on_above: threshold,
    on_below: threshold,
    from: fc.integer({ min: -1, max: 86_400 }),
    to: fc.nat(86_400),
  };
  return fc.record({ ...always, ...sometimes }, { requiredKeys: Object.keys(always) as (keyof typeof always)[] });
};
const OF_SENSOR = { sensor: fc.constantFrom(32, 33, 24), value: fc.constantFrom('t', 'h', 'h', 'x') };
const OF_POINT = { point: fc.integer({ min: 0, max: 128 }) };
const RULE = fc.oneof(
  { weight: 4, arbitrary: ruleOf(OF_SENSOR, THRESHOLD) },
  { weight: 4, arbitrary: ruleOf(OF_POINT, POINT_LIMIT) },
  { weight: 1, arbitrary: ruleOf({ ...OF_SENSOR, ...OF_POINT }, THRESHOLD) },
  { weight: 1, arbitrary: ruleOf({ sensor: OF_SENSOR.sensor }, THRESHOLD) },
);
const FLOW = fc.record({
  is: fc.constantFrom('burst', 'missing', 'leak', 'drip'),
  percent: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.constantFrom(1_000, 1_001)),
  base: fc.oneof(fc.nat(2), fc.constantFrom(10_000_000, 10_000_001)),
  valves: fc.array(
    fc.record({ pin: fc.constantFrom(4, 5, 18, 18, 20), lph: fc.oneof(fc.nat(9), fc.constantFrom(10_000_001)) }),
    { maxLength: 2 },
  ),
});
const PROTECTION = fc.record(
  {
    id: SHORT_ID,
    point: fc.integer({ min: 0, max: 128 }),
    above: POINT_LIMIT,
    below: POINT_LIMIT,
    flow: FLOW,
    for_s: fc.integer({ min: -1, max: 3_601 }),
    grace_s: fc.nat(3_601),
    with_pin: fc.constantFrom(4, 5, 20),
    off: fc.oneof(fc.array(fc.constantFrom(4, 5, 18), { maxLength: 3 }), fc.constantFrom([20], Array(17).fill(4))),
    no_data: fc.constantFrom('off', 'go', 'on'),
    until: fc.oneof(
      fc.record({ value: POINT_LIMIT }),
      fc.record({ value: POINT_LIMIT, s: fc.integer({ min: 59, max: 604_801 }) }, { requiredKeys: [] }),
      fc.constantFrom('person', 'persona', 1, null),
    ),
    bypass_until: fc.integer({ min: -1, max: 9 }),
    freed: fc.oneof(fc.nat(3), fc.constantFrom(-1, 2 ** 31 - 1, 2 ** 31)),
  },
  { requiredKeys: ['id', 'point', 'for_s', 'grace_s', 'off', 'no_data', 'until'] },
);
const CONTROL = wild({
  epoch: fc.nat(),
  rev: fc.nat(9),
  rules: fc.array(RULE, { maxLength: 2 }),
  protections: fc.oneof(fc.constant([]), fc.array(PROTECTION, { maxLength: 2 })),
});

/** The same JSON in another spelling, or broken JSON. */
const written = (value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.tuple(value, fc.nat(11), fc.nat(), fc.string({ minLength: 1, maxLength: 1 })).map(([json, way, at, other]) => {
    const text = JSON.stringify(json);
    const here = at % text.length;
    switch (way) {
      case 0:
        return JSON.stringify(json, null, ' \t');
      case 1:
        return text.replace(
          /"(id|pin|rev|kind)"/g,
          (_all, key: string) => `"\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}"`,
        );
      case 2:
        return text.replace(/(?<=[:,[])(\d+)(?=[,}\]])/g, '$1.0e0');
      case 3:
        return text.replace(/(?<=[:,[])(\d+)(?=[,}\]])/g, '$100E-2');
      case 4:
        return text.slice(0, here);
      case 5:
        return text.slice(0, here) + other + text.slice(here + 1);
      case 6:
        return text + other;
      case 7:
        return text.replace(/}$/, ',}');
      case 8:
        return text.replace(/^{/, '{"pin":"x","rev":null,"id":[{}],');
      default:
        return text;
    }
  });

const byPin = (items: readonly { pin: number }[], value: (item: never) => number): Record<string, number> =>
  Object.fromEntries(items.map((item) => [item.pin, value(item as never)]));
const sortedSet = (pins: readonly number[]): number[] => [...new Set(pins)].sort((a, b) => a - b);
/** A pin map as the firmware stores it. */
const kept = ({ epoch = 0, rev, relays, sensors, interlocks = [], locked = [] }: ConfigMessage): unknown => ({
  epoch: epoch + 0,
  rev: rev + 0,
  min_off: Object.fromEntries(
    Object.entries(byPin(relays, ({ min_off_s = 0 }: { min_off_s?: number }) => min_off_s)).filter(([, s]) => s > 0),
  ),
  locked: sortedSet(locked),
  relays: byPin(relays, ({ max_s }: { max_s: number }) => max_s),
  sensors: byPin(sensors, ({ every_s }: { every_s: number }) => every_s),
  interlocks: interlocks.map((lock) =>
    lock.kind === 'exclusive'
      ? [-1, sortedSet(lock.pins), 0, 0]
      : [lock.pin, sortedSet(lock.any), lock.on_delay_s + 0, lock.off_delay_s + 0],
  ),
});

const millionths = (value: number): number => Math.round(value * 1e6) + 0;
const keptAgenda = ({ epoch, rev, until, runs }: AgendaMessage): unknown => [
  ...[epoch, rev + 0, until],
  runs.map(({ id, pin, at, secs, late_s, link, vol = 0, point = 0, reach }) => [
    id,
    pin,
    at,
    secs,
    late_s + 0,
    link,
    vol,
    point,
    reach === undefined ? null : millionths(reach),
  ]),
];
const SILENT = ['off', 'on', 'cycle'];
/** Kind of end, and its value in millionths or its seconds. */
const keptUntil = (until: Protection['until']): [number, number] => {
  if (until === 'person') return [2, 0];
  return 'value' in until ? [0, millionths(until.value)] : [1, until.s];
};
const keptFlow = (flow: Protection['flow']): unknown => {
  if (!flow) return [0, 0, 0, []];
  const { is, percent, base, valves } = flow;
  return [1 + ['burst', 'missing', 'leak'].indexOf(is), percent, base + 0, valves.map(({ pin, lph }) => [pin, lph])];
};
const keptProtection = (one: Protection): unknown => [
  ...[one.id, one.point, one.above === undefined ? 0 : 1, millionths(one.above ?? one.below ?? 0)],
  ...[one.for_s + 0, one.grace_s + 0, one.with_pin ?? -1, sortedSet(one.off), one.no_data === 'off' ? 1 : 0],
  ...[...keptUntil(one.until), (one.freed ?? 0) + 0, (one.bypass_until ?? 0) + 0, keptFlow(one.flow)],
];
const keptControl = ({ epoch, rev, rules, protections = [] }: ControlMessage): unknown => [
  ...[epoch, rev],
  rules.map((rule) => [
    ...[rule.id, rule.pin, rule.sensor ?? -1, rule.value === 'h' ? 1 : 0, rule.on_above === undefined ? 0 : 1],
    ...[rule.on_above ?? rule.on_below ?? NaN, rule.off_at].map(millionths),
    ...[rule.min_on_s, rule.min_off_s, rule.from ?? -1, rule.to ?? -1, SILENT.indexOf(rule.silent), rule.priority],
    rule.point ?? 0,
  ]),
  protections.map(keptProtection),
];

describe("the firmware's core beside the console's code", () => {
  let host: CoreHost;
  beforeAll(async () => {
    host = await CoreHost.start();
    await host.fresh();
    await host.do(0, 'boot', 1);
  }, PATIENCE_MS);
  afterAll(() => host?.stop());

  const reading = async (channel: string, text: string): Promise<unknown> =>
    (await host.do(0, 'reads', channel, Buffer.from(text))).answered;

  it(
    'takes the same commands, and reads the same in them',
    async () => {
      await fc.assert(
        fc.asyncProperty(written(COMMAND), async (text) => {
          const decoded = decodeCommand(Buffer.from(text));
          const expected = decoded.ok
            ? { ...decoded.value, exp: decoded.value.exp + 0, pin: decoded.value.pin + 0 }
            : null;
          expect(await reading('command', text)).toEqual(expected);
        }),
        { numRuns: RUNS },
      );
    },
    PATIENCE_MS,
  );

  it(
    'takes the same pin maps, and reads the same in them',
    async () => {
      await fc.assert(
        fc.asyncProperty(written(CONFIG), async (text) => {
          const decoded = decodeConfig(Buffer.from(text));
          expect(await reading('config', text)).toEqual(decoded.ok ? kept(decoded.value) : null);
        }),
        { numRuns: RUNS },
      );
    },
    PATIENCE_MS,
  );

  it(
    'takes the same agendas and rules, and reads the same in them',
    async () => {
      await fc.assert(
        fc.asyncProperty(written(AGENDA), async (text) => {
          const decoded = decodeAgenda(Buffer.from(text));
          expect(await reading('agenda', text)).toEqual(decoded.ok ? keptAgenda(decoded.value) : null);
        }),
        { numRuns: RUNS },
      );
      await fc.assert(
        fc.asyncProperty(written(CONTROL), async (text) => {
          const decoded = decodeControl(Buffer.from(text));
          expect(await reading('control', text)).toEqual(decoded.ok ? keptControl(decoded.value) : null);
        }),
        { numRuns: RUNS },
      );
    },
    PATIENCE_MS,
  );

  it.each([
    '',
    ' ',
    '{',
    '[]',
    'null',
    '{"id":"a"}x',
    `${'['.repeat(20_000)}`,
    `{"id":"a","x":${'['.repeat(30)}${']'.repeat(30)}}`,
  ])('is not upset by %j', async (text) => {
    expect(await reading('command', text)).toBeNull();
    for (const channel of ['config', 'agenda', 'control']) expect(await reading(channel, text)).toBeNull();
  });

  it('takes no message that is larger than the protocol allows', async () => {
    const command = '{"id":"a","pin":4,"on":true,"exp":1}'.padEnd(16 * 1024);
    expect(await reading('command', command)).not.toBeNull();
    expect(await reading('command', `${command} `)).toBeNull();
    expect(decodeCommand(Buffer.from(`${command} `)).ok).toBe(false);
  });

  it('waits before a reconnect as the simulator does, and starts with short waits after a good connection', async () => {
    const random = [0, 1, 2 ** 31, 2 ** 32 - 1, 123_456_789, 2 ** 32 - 1, 2 ** 32 - 1, 7];
    await host.do(0, 'boot', 1);
    for (const [attempt, bits] of random.entries())
      expect((await host.do(0, 'backoff', bits)).answered).toBe(waitOf(attempt, () => bits / 2 ** 32));
    await host.do(100, 'backoff', 'up');
    await host.do(10_000, 'backoff', 'down');
    expect((await host.do(10_000, 'backoff', 2 ** 32 - 1)).answered).toBe(59_999);
    await host.do(20_000, 'backoff', 'up');
    await host.do(30_000, 'backoff', 'down');
    expect((await host.do(30_000, 'backoff', 2 ** 32 - 1)).answered).toBe(999);
  });
});
