import { sistema } from '@acequia/contracts';
import { RedisServer, until } from '@acequia/testing';
import { startService, type ServiceFixture } from '../spec-support/service-fixture.js';
import { StuckProcess } from '../spec-support/stuck-process.js';

const CALLER = sistema('api-gateway');
/** Far longer than a test may take: a test that waits for this timeout fails. */
const NEVER = { timeout_ms: 60_000 };

describe('an instance killed in the middle of a call', () => {
  let redis: RedisServer;
  let caller: ServiceFixture;
  let stuck: StuckProcess;

  beforeEach(async () => {
    redis = await RedisServer.start({ kind: 'volatile' });
    caller = await startService({ service: 'api-gateway', volatileUrl: redis.url });
    stuck = await StuckProcess.start(redis.url);
  });
  afterEach(async () => {
    await stuck.kill();
    await caller.stop();
    await redis.stop();
  });

  it('costs a write a 503, and nobody runs it again', async () => {
    const taken = stuck.says('switches.eliminar');
    const call = caller.bus.call('switches.eliminar', { id: 1 }, CALLER, NEVER).catch((error: unknown) => error);
    await taken;
    let again = 0;
    const other = await startService({
      service: 'inventory',
      volatileUrl: redis.url,
      handlers: {
        calls: {
          'switches.eliminar': async () => {
            again += 1;
            return {};
          },
        },
      },
    });
    await stuck.kill();
    expect(await call).toMatchObject({ codigo: 'resultado_desconocido', status: 503 });
    expect(again).toBe(0);
    // The other instance still answers.
    await expect(caller.bus.call('switches.eliminar', { id: 2 }, CALLER)).resolves.toEqual({});
    expect(again).toBe(1);
    await other.stop();
  });

  it('costs a read only time: it is sent again and another instance answers', async () => {
    const taken = stuck.says('switches.listar');
    const call = caller.bus.call('switches.listar', {}, CALLER, NEVER);
    await taken;
    const other = await startService({
      service: 'inventory',
      volatileUrl: redis.url,
      handlers: { calls: { 'switches.listar': async () => [] } },
    });
    await stuck.kill();
    await expect(call).resolves.toEqual([]);
    await other.stop();
  });

  it('costs a read a 503 when nobody is left to answer', async () => {
    const taken = stuck.says('switches.listar');
    const call = caller.bus.call('switches.listar', {}, CALLER, NEVER).catch((error: unknown) => error);
    await taken;
    await stuck.kill();
    expect(await call).toMatchObject({ codigo: 'servicio_no_disponible', status: 503 });
  });

  it('that only stood still and wakes up later answers nobody twice', async () => {
    const taken = stuck.says('switches.listar');
    const call = caller.bus.call('switches.listar', {}, CALLER, NEVER);
    await taken;
    stuck.signal('SIGSTOP');
    const other = await startService({
      service: 'inventory',
      volatileUrl: redis.url,
      handlers: { calls: { 'switches.listar': async () => [] } },
    });
    await expect(call).resolves.toEqual([]);
    stuck.signal('SIGCONT');
    await until(async () => {
      const live = await redis.client().zcard('{bus:inventory}:instances');
      return live === 2;
    }, 'both are known');
    await other.stop();
  });
});
