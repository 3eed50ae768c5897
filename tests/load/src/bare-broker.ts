import { Aedes } from 'aedes';
import mqtt from 'mqtt';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface BareBroker {
  /** ms from a request's PUBLISH to its response. */
  request(): Promise<number>;
  /** Sends one message to each of `clients` clients at once: for each, ms until it arrived. */
  burst(clients: number): Promise<number[]>;
  stop(): Promise<void>;
}

/** The yardstick: two clients and nothing but a broker between them, QoS 1 both ways. */
export const bareBroker = async (): Promise<BareBroker> => {
  const aedes = await Aedes.createBroker();
  // Nagle's waiting would be measured instead of the broker.
  const server = createServer({ noDelay: true }, aedes.handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [asker, answerer] = await Promise.all([mqtt.connectAsync(url), mqtt.connectAsync(url)]);
  for (const { stream } of [asker, answerer]) (stream as Socket).setNoDelay(true);
  answerer.on('message', (_topic, payload) => void answerer.publish('response', payload, { qos: 1 }));
  await Promise.all([asker.subscribeAsync('response', { qos: 1 }), answerer.subscribeAsync('request', { qos: 1 })]);
  return {
    request: () =>
      new Promise((resolve) => {
        const since = performance.now();
        asker.once('message', () => resolve(performance.now() - since));
        asker.publish('request', 'on', { qos: 1 });
      }),
    burst: async (clients) => {
      const ears = await Promise.all(Array.from({ length: clients }, () => mqtt.connectAsync(url)));
      await Promise.all(ears.map((ear, n) => ear.subscribeAsync(`burst/${n}`, { qos: 1 })));
      const since = performance.now();
      const arrivals = ears.map(
        (ear) => new Promise<number>((resolve) => ear.once('message', () => resolve(performance.now() - since))),
      );
      for (let n = 0; n < clients; n++) asker.publish(`burst/${n}`, 'on', { qos: 1 });
      const took = await Promise.all(arrivals);
      for (const ear of ears) ear.end(true);
      return took;
    },
    stop: async () => {
      asker.end(true);
      answerer.end(true);
      await new Promise<void>((resolve) => aedes.close(() => server.close(() => resolve())));
    },
  };
};
