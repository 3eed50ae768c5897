import fc from 'fast-check';
import { PATIENCE_MS } from './both-boards.fixture.js';
import { CoreHost } from './core-host.fixture.js';
import { FirmwareDevice } from './firmware-device.fixture.js';
import { SimulatedDevice } from './simulated-device.fixture.js';
import { sorted } from './scenario.fixture.js';
import { Waterworks } from './waterworks.fixture.js';

/** `WATER_SCHEDULES=1000` for the long run. */
const SCHEDULES = Number(process.env['WATER_SCHEDULES'] ?? 3);

/** What may happen, and how often beside the others. */
const HAPPENINGS = {
  pass: [8, fc.integer({ min: 5, max: 240 }), (works: Waterworks, n: number) => works.pass(n)],
  order: [5, fc.nat(5), (works: Waterworks, n: number) => works.order([4, 5, 18][n % 3]!, n < 4)],
  plan: [3, fc.integer({ min: 30, max: 300 }), (works: Waterworks, n: number) => works.plan(n)],
  cut: [2, fc.integer({ min: 1, max: 90 }), (works: Waterworks, n: number) => works.cut(n)],
  restart: [1, fc.constant(0), (works: Waterworks) => works.restart()],
  link: [2, fc.nat(1), (works: Waterworks, n: number) => works.link(n === 1)],
  clock: [1, fc.nat(1), (works: Waterworks, n: number) => works.clock(n === 1)],
  break: [3, fc.constantFrom(0, 20_000, 20_000), (works: Waterworks, n: number) => works.break(n)],
  flowsIn: [3, fc.constantFrom(0, 0, 3_000, 30_000), (works: Waterworks, n: number) => works.flowsIn(n)],
  probe: [1, fc.nat(1), (works: Waterworks, n: number) => works.probe(n === 1)],
  rule: [2, fc.nat(1), (works: Waterworks, n: number) => works.rule(n === 1)],
  free: [3, fc.constant(0), (works: Waterworks) => works.free()],
  leaveOut: [1, fc.integer({ min: 10, max: 120 }), (works: Waterworks, n: number) => works.leaveOut(n)],
} as const;
type Name = keyof typeof HAPPENINGS;

const happening = fc.oneof(
  ...(Object.keys(HAPPENINGS) as Name[]).map((name) => ({
    weight: HAPPENINGS[name][0],
    arbitrary: fc.tuple(fc.constant(name), HAPPENINGS[name][1] as fc.Arbitrary<number>),
  })),
);
const dryRun = fc.record({ for_s: fc.constantFrom(0, 5, 20), grace_s: fc.constantFrom(0, 10, 30) });

describe('a pump over a tank, whatever breaks and whatever is cut', () => {
  let host: CoreHost;
  beforeAll(async () => {
    host = await CoreHost.start();
  }, PATIENCE_MS);
  afterAll(() => host?.stop());

  it(
    'closes bursts in time, never runs long dry, past its limit or against a protection, and counts each litre and run once',
    async () => {
      const schedule = fc.array(happening, { minLength: 8, maxLength: 30 });
      await fc.assert(
        fc.asyncProperty(dryRun, schedule, async (dry, happenings) => {
          await host.fresh(64);
          const played = [new SimulatedDevice(), new FirmwareDevice(host)].map(async (device) => {
            const works = new Waterworks(device, dry);
            await works.begin();
            for (const [name, n] of happenings) await HAPPENINGS[name][2](works, n);
            await works.finish();
            expect(works.wrong).toEqual([]);
            return sorted(works.changes);
          });
          const [twin, core] = await Promise.all(played);
          expect(core).toEqual(twin);
        }),
        { numRuns: SCHEDULES },
      );
    },
    PATIENCE_MS + SCHEDULES * 5_000,
  );
});
