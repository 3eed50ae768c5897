import { RETURN } from '@acequia/contracts';
import { eventually, RedisServer, testEnv } from '@acequia/testing';
import { Gateway } from '../test/gateway.fixture.js';
import { LiveClient } from '../test/live-client.fixture.js';
import { Arrivals } from './arrivals.js';

describe('sockets that come together', () => {
  it('are let in a few at a time, and the newest of too many are told to come back later', async () => {
    const arrivals = new Arrivals();
    const inside: (() => void)[] = [];
    const open = (): Promise<void> => new Promise((resolve) => inside.push(resolve));
    const arrive = (account: number): Promise<unknown> =>
      arrivals.letIn({ address: '10.0.0.1', account: String(account), known: true }, open).catch((error) => error);
    const arrived = Array.from({ length: 300 }, (_, account) => arrive(account));
    for (const outcome of await Promise.all(arrived.slice(200)))
      expect(outcome).toMatchObject({ codigo: 'demasiadas_solicitudes', wait_s: 5 });
    const atFirst = inside.length;
    expect(atFirst).toBeLessThan(20);
    for (const leave of inside) leave();
    await Promise.all(arrived.slice(0, atFirst));
    await eventually(() => expect(inside.length).toBeGreaterThan(atFirst));
  });

  it('are told in what time to come back when there are many', async () => {
    const redis = await RedisServer.start();
    const gateway = await Gateway.start(testEnv({ REDIS_URL: redis.url }));
    const clients: LiveClient[] = [];
    try {
      for (let i = 0; i < 80; i++) clients.push(await LiveClient.connect(gateway, gateway.entra('usuario')));
      expect(await clients.at(-1)!.next(RETURN)).toEqual({ en_ms: 1_600 });
      expect(clients[0]!.about('en_ms')).toEqual([]);
    } finally {
      for (const client of clients) client.close();
      await gateway.stop();
      await redis.stop();
    }
  });
});
