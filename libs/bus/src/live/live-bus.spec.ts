import type { LiveMessage } from '@acequia/contracts';
import { eventually, RedisServer } from '@acequia/testing';
import type { BusOptions } from '../bus.options.js';
import { BusConnections } from '../redis/connections.js';
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
  const instance = (): LiveBus => {
    const client = redis.client();
    const options: BusOptions = {
      service: 'api-gateway',
      instance: 'prueba',
      durable: client,
      volatile: client,
      trace: { current: () => '', run: (_id, fn) => fn() },
      logger: silent,
    };
    const connections = new BusConnections(options);
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
});
