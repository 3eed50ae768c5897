import { RedisServer, testEnv } from '@acequia/testing';
import { Gateway } from '../test/gateway.fixture.js';

describe('GET /api/health', () => {
  let redis: RedisServer;
  let gateway: Gateway;

  beforeAll(async () => {
    redis = await RedisServer.start();
    gateway = await Gateway.start(testEnv({ REDIS_URL: redis.url }));
  });
  afterAll(async () => {
    await gateway.stop();
    await redis.stop();
  });

  const until = async (status: number): Promise<unknown> => {
    for (;;) {
      const answer = await gateway.json('GET', '/api/health');
      if (answer.status === status) return answer.body;
    }
  };

  it('is ok while every service answers, degraded with the names of those that do not, and ok again', async () => {
    expect(await until(200)).toEqual({ status: 'ok' });
    gateway.services.inventory.healthy = false;
    gateway.services['telemetry-history'].healthy = false;
    expect(await until(503)).toMatchObject({ status: 'degradado' });
    const { body } = await gateway.json('GET', '/api/health');
    expect(body).toEqual({ status: 'degradado', sin_respuesta: ['inventory', 'telemetry-history'] });
    gateway.services.inventory.healthy = true;
    gateway.services['telemetry-history'].healthy = true;
    expect(await until(200)).toEqual({ status: 'ok' });
  });

  it('asks the services once for all who ask at the same time', async () => {
    await until(200);
    const before = gateway.services.inventory.questions;
    await Promise.all(Array.from({ length: 50 }, () => gateway.json('GET', '/api/health')));
    expect(gateway.services.inventory.questions - before).toBeLessThan(10);
  });
});
