import { RedisServer, testEnv } from '@acequia/testing';
import { Gateway } from '../test/gateway.fixture.js';
import { LiveClient } from '../test/live-client.fixture.js';

describe('live clients when something goes away', () => {
  let redis: RedisServer;
  let gateway: Gateway;

  beforeEach(async () => {
    redis = await RedisServer.start();
    gateway = await Gateway.start(testEnv({ REDIS_URL: redis.url }));
  });
  afterEach(async () => {
    await gateway.stop();
    await redis.stop();
  });

  it('are let go when the gateway stops, in a way that makes them come back by themselves', async () => {
    const client = await LiveClient.connect(gateway, gateway.entra('usuario'));
    const ended = client.ended();
    await gateway.app.close();
    expect(await ended).toBe('transport close');
  });

  it('are disconnected once Redis is back, because messages were lost meanwhile', async () => {
    const client = await LiveClient.connect(gateway, gateway.entra('usuario'));
    const ended = client.ended();
    await redis.kill();
    await redis.restart();
    expect(await ended).toBe('transport close');
  });

  it('are disconnected once messages arrive again, when only the connection that brings them was lost', async () => {
    const client = await LiveClient.connect(gateway, gateway.entra('usuario'));
    const ended = client.ended();
    expect(await redis.client().call('CLIENT', 'KILL', 'TYPE', 'pubsub')).toBeGreaterThan(0);
    expect(await ended).toBe('transport close');
  });

  it('find the door closed while Redis is away, and open afterwards', async () => {
    const ana = gateway.entra('usuario');
    await redis.kill();
    await expect(LiveClient.connect(gateway, ana)).rejects.toMatchObject({ message: 'servicio_no_disponible' });
    expect((await gateway.json('GET', '/api/switches/usuario?usuario_id=1', ana)).status).toBe(503);
    await redis.restart();
    for (;;) {
      const client = await LiveClient.connect(gateway, ana).catch(() => null);
      client?.close();
      if (client) break;
    }
    for (;;) {
      if ((await gateway.json('GET', '/api/health')).status === 200) break;
    }
  });
});
