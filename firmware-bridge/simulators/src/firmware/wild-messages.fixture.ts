import fc from 'fast-check';

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
export const COMMAND = wild({
  id: fc.oneof(fc.uuid(), fc.string({ maxLength: 70 }), fc.stringMatching(/^[!-~]{1,66}$/)),
  pin: fc.integer({ min: -1, max: 41 }),
  on: fc.boolean(),
  max_s: fc.integer({ min: 0, max: 604_801 }),
  exp: fc.oneof(fc.maxSafeNat(), fc.integer(), fc.double()),
});
export const CONFIG = wild({
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
export const AGENDA = wild({
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
export const CONTROL = wild({
  epoch: fc.nat(),
  rev: fc.nat(9),
  rules: fc.array(RULE, { maxLength: 2 }),
  protections: fc.oneof(fc.constant([]), fc.array(PROTECTION, { maxLength: 2 })),
});

/** The same JSON in another spelling, or broken JSON. */
export const written = (value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
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
