import { Aedes } from 'aedes';
import { Redis } from 'ioredis';
import { createServer } from 'node:net';
import { BARE, type BareBatch, bareKey } from './bare.js';

/**
 * A broker that lets anybody in and acknowledges a telemetry message once it is appended to Redis. Appends go one after the
 * other, each with all that has come meanwhile. Arguments: URL of Redis, port.
 */
const [url = '', port = ''] = process.argv.slice(2);
const redis = new Redis(url);
await redis.del(BARE.stream);
await redis.xgroup('CREATE', BARE.stream, BARE.group, '0', 'MKSTREAM');

const nothing = (): BareBatch & { release: (() => void)[] } => ({ samples: [], values: [], release: [] });
let collected = nothing();
let appending = false;

async function append(): Promise<void> {
  if (appending) return;
  appending = true;
  while (collected.release.length > 0) {
    const { release, ...batch } = collected;
    collected = nothing();
    await redis.xadd(BARE.stream, '*', BARE.field, JSON.stringify(batch));
    for (const acknowledge of release) acknowledge();
  }
  appending = false;
}

interface Payload {
  ts: number;
  pins: Record<string, number>;
  sensors?: Record<string, { t: number; h: number }>;
  values?: Record<string, number>;
}

const broker = await Aedes.createBroker({
  concurrency: 20_000,
  authorizePublish: (_client, { topic, payload }, done) => {
    if (!topic.endsWith('/telemetry')) return done(null);
    const { ts, pins, sensors = {}, values = {} } = JSON.parse(payload.toString()) as Payload;
    const board = Number(topic.split('/')[2]);
    const states = Object.entries(pins).map(([pin, state]) => [Number(pin), state] as const);
    for (const [pin, { t, h }] of Object.entries(sensors))
      collected.samples.push([board, ts, Number(pin), t, h, ...states]);
    for (const [n, value] of Object.entries(values)) collected.values.push([bareKey(board, Number(n)), ts, value]);
    collected.release.push(() => done(null));
    setImmediate(() => void append());
  },
});
createServer(broker.handle).listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit());
