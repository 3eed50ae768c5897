import type { LiveMessage } from '@acequia/contracts';
import { eventually, RedisServer } from '@acequia/testing';
import type { BusOptions } from '../bus.options.js';
import { BusConnections } from '../redis/connections.js';
import { BusKeys } from '../keys/bus-keys.js';
import { BusMetrics } from '../metrics.js';
import { FIXTURE_SECRET } from '../spec-support/service-fixture.js';
import { LiveBus } from './live-bus.js';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const message = (switch_id: number): LiveMessage => ({
  event: 'switch:estado',
  payload: { switch_id, estado: 1, temperatura: null, humedad: null, ts: 1, estado_ts: 1, sensor_ts: null },
  audience: { switches: [switch_id] },
});

describe('live messages', () => {
  let redis: RedisServer;
  const open: BusConnections[] = [];
  const instance = (secret = FIXTURE_SECRET): LiveBus => {
    const client = redis.client();
    const options: BusOptions = {
      service: 'api-gateway',
      instance: 'prueba',
      durable: client,
      volatile: client,
      trace: { current: () => '', run: (_id, fn) => fn() },
      secret,
      logger: silent,
    };
    const connections = new BusConnections(options, new BusKeys(options), new BusMetrics(undefined));
    open.push(connections);
    return new LiveBus(options, connections);
  };

  beforeEach(async () => void (redis = await RedisServer.start()));
  afterEach(async () => {
    await Promise.all(open.splice(0).map((connections) => connections.onApplicationShutdown()));
    await redis.stop();
  });

  it('reach every instance that listens to the company, and nobody of another company', async () => {
    const [sender, one, two] = [instance(), instance(), instance()];
    const heard: string[] = [];
    await one.subscribe(1, () => heard.push('one'));
    await two.subscribe(1, () => heard.push('two'));
    await two.subscribe(2, () => heard.push('another company'));
    await eventually(async () => {
      await sender.publish(1, message(7));
      expect(new Set(heard)).toEqual(new Set(['one', 'two']));
    });
  });

  it('stop when the subscription ends', async () => {
    const [sender, listener] = [instance(), instance()];
    const heard: LiveMessage[] = [];
    const stop = await listener.subscribe(1, (received) => heard.push(received));
    await eventually(async () => {
      await sender.publish(1, message(7));
      expect(heard[0]).toEqual(message(7));
    });
    await stop();
    const before = heard.length;
    await sender.publish(1, message(8));
    await sender.publish(1, message(8));
    expect(heard.filter((received) => received.audience.switches?.[0] === 8)).toEqual([]);
    expect(heard.length).toBeGreaterThanOrEqual(before);
  });

  it('go on though a listener throws', async () => {
    const [sender, listener] = [instance(), instance()];
    const heard: LiveMessage[] = [];
    await listener.subscribe(1, () => {
      throw new Error('a bug');
    });
    await listener.subscribe(1, (received) => heard.push(received));
    await eventually(async () => {
      await sender.publish(1, message(7));
      expect(heard.length).toBeGreaterThan(1);
    });
  });

  it('flow again after Redis was killed and came back, and never throw meanwhile', async () => {
    const [sender, listener] = [instance(), instance()];
    const heard: LiveMessage[] = [];
    await listener.subscribe(1, (received) => heard.push(received));
    await redis.kill('SIGKILL');
    await sender.publish(1, message(1));
    await redis.restart();
    await eventually(async () => {
      await sender.publish(1, message(2));
      expect(heard.at(-1)).toEqual(message(2));
    });
  });

  it('of a stranger, or of another company, reach nobody', async () => {
    const [sender, listener, stranger] = [instance(), instance(), instance('ef'.repeat(32))];
    const heard: LiveMessage[] = [];
    await listener.subscribe(1, (received) => heard.push(received));
    const client = redis.client();
    await client.subscribe('live:{2}');
    const copied = new Promise<string>((resolve) => client.on('message', (_channel, text) => resolve(text)));
    await sender.publish(2, message(9));
    await redis.client().publish('live:{1}', await copied);
    await redis.client().publish('live:{1}', JSON.stringify(message(9)));
    await stranger.publish(1, message(9));
    await eventually(async () => {
      await sender.publish(1, message(7));
      expect(heard).toContainEqual(message(7));
    });
    expect(heard).not.toContainEqual(message(9));
  });
});
