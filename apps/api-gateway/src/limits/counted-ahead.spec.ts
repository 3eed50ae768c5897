import { eventually, RedisServer } from '@acequia/testing';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { CountedAhead } from './counted-ahead.js';

const DURATION_S = 60;

describe('a limit that is counted ahead of Redis', () => {
  let server: RedisServer;

  beforeAll(async () => {
    server = await RedisServer.start({ kind: 'volatile' });
  });
  afterAll(() => server.stop());
  beforeEach(() => server.client().flushall());

  const instance = (points: number) => {
    const limiter = new RateLimiterRedis({
      storeClient: server.client(),
      keyPrefix: 'prueba',
      points,
      duration: DURATION_S,
      insuranceLimiter: new RateLimiterMemory({ points, duration: DURATION_S }),
    });
    const clock = { now: 0 };
    const ahead = new CountedAhead(limiter, () => clock.now);
    const passes = async (key = 'sid:a'): Promise<boolean> =>
      ahead.consume(key).then(
        () => true,
        (rejected: unknown) => {
          expect(rejected).toBeInstanceOf(RateLimiterRes);
          expect((rejected as RateLimiterRes).msBeforeNext).toBeGreaterThan(0);
          return false;
        },
      );
    const passed = async (times: number): Promise<number> => {
      let count = 0;
      for (let n = 0; n < times; n++) if (await passes()) count += 1;
      return count;
    };
    return { limiter, clock, passes, passed };
  };
  const told = async (): Promise<number> => Number((await server.client().get('prueba:sid:a')) ?? 0);

  it('lets through exactly what it says, also when all come at once', async () => {
    expect(await instance(250).passed(300)).toBe(250);
    await server.client().flushall();
    const { passes } = instance(250);
    const all = await Promise.all(Array.from({ length: 300 }, () => passes()));
    expect(all.filter(Boolean)).toHaveLength(250);
  });

  it('counts each key by itself, and starts from zero with the next window', async () => {
    const { clock, passes, passed } = instance(5);
    expect(await passed(7)).toBe(5);
    expect(await passes('sid:b')).toBe(true);
    clock.now += DURATION_S * 1_000;
    await server.client().flushall();
    expect(await passed(7)).toBe(5);
  });

  it('does not ask Redis for each request, but reports a hundredth of the limit at a time', async () => {
    const { passed } = instance(1_000);
    expect(await passed(1)).toBe(1);
    expect(await told()).toBe(1);
    await passed(9);
    expect(await told()).toBe(1);
    await passed(1);
    await eventually(async () => expect(await told()).toBe(11));
  });

  it('is one limit for all instances, but for what each has not told yet', async () => {
    const [one, other] = [instance(1_000), instance(1_000)];
    expect(await one.passed(600)).toBe(600);
    await eventually(async () => expect(await told()).toBeGreaterThan(590));
    const rest = await other.passed(600);
    expect(rest).toBeGreaterThanOrEqual(400);
    expect(rest).toBeLessThanOrEqual(420);
  });

  it('stops as soon as other instances have used it up', async () => {
    const [one, other] = [instance(100), instance(100)];
    expect(await one.passed(1)).toBe(1);
    expect(await other.passed(120)).toBe(99);
    await eventually(async () => expect(await one.passed(1)).toBe(0));
  });
});
