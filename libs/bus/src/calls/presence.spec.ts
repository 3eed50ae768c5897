import { type AppError, sistema } from '@acequia/contracts';
import { RedisServer, until } from '@acequia/testing';
import type { Redis } from 'ioredis';
import { startService, type ServiceFixture } from '../spec-support/service-fixture.js';
import { CALL_FIELD, callKeys } from './call-keys.js';

const CALLER = sistema('api-gateway');
/** Far longer than a test may take: a test that waits for this timeout fails. */
const NEVER = { timeout_ms: 60_000 };
const keys = callKeys('inventory');
const INSTANCE = 'pausada';

describe('the lease of an instance', () => {
  let redis: RedisServer;
  let client: Redis;
  let caller: ServiceFixture;

  beforeEach(async () => {
    redis = await RedisServer.start({ kind: 'volatile' });
    client = redis.client();
    caller = await startService({ service: 'api-gateway', volatileUrl: redis.url });
    await renew();
  });
  afterEach(async () => {
    await caller.stop();
    await redis.stop();
  });

  async function renew(ms = 60_000): Promise<void> {
    const [s] = await client.time();
    await client.zadd(keys.instances, Number(s) * 1_000 + ms, INSTANCE);
  }
  /** Waits until the callers have looked at the leases `more` times. */
  const looks = async (more: number): Promise<void> => {
    const count = async (): Promise<number> =>
      Number(/cmdstat_zrangebyscore:calls=(\d+)/.exec(await client.info('commandstats'))?.[1] ?? 0) / 2;
    const before = await count();
    await until(async () => (await count()) >= before + more, `${more} looks`);
  };
  /** Does what an instance does before it runs a call. */
  const take = async (): Promise<void> => {
    await until(async () => (await client.xlen(keys.stream)) === 1, 'the call waits');
    const [[id, fields]] = (await client.xrange(keys.stream, '-', '+')) as [[string, string[]]];
    const { i } = JSON.parse(fields[fields.indexOf(CALL_FIELD) + 1]!) as { i: string };
    await client.sadd(keys.running + INSTANCE, i);
    await client.xdel(keys.stream, id);
  };
  const ask = () => {
    const asked: { outcome?: AppError } = {};
    const call = caller.bus.call('switches.eliminar', { id: 1 }, CALLER, NEVER);
    call.catch((error: unknown) => (asked.outcome = error as AppError));
    return asked;
  };

  it('that ran out on a machine that stood still costs no caller anything, if it is renewed soon', async () => {
    const asked = ask();
    await take();
    await renew(-1_000);
    await looks(2);
    await renew();
    await looks(8);
    expect(asked.outcome).toBeUndefined();
  });

  it('that stays unrenewed costs the caller of what it took a 503', async () => {
    const asked = ask();
    await take();
    await renew(-1_000);
    await until(() => asked.outcome !== undefined, 'the caller is told');
    expect(asked.outcome).toMatchObject({ codigo: 'resultado_desconocido', status: 503 });
  });

  it('that ran out at one look, again and again, is no death', async () => {
    const asked = ask();
    await take();
    for (let n = 0; n < 4; n++) {
      await renew(-1_000);
      await looks(1);
      await renew();
      await looks(2);
    }
    expect(asked.outcome).toBeUndefined();
  });
});
