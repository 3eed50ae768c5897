import { READINGS_FIELD, READINGS_GROUP, type ReadingBatch, readingsStreams, shardOf } from '@acequia/contracts';
import { eventually, TcpProxy } from '@acequia/testing';
import { verificar } from '../maintenance/verify/verification.js';
import { Parts, TestService } from '../test/service.fixture.js';
import { Consumer } from './consumer.js';
import { IngestMetrics } from './ingest.metrics.js';

const T = Date.UTC(2026, 2, 10, 18);
const BOARDS = Array.from({ length: 24 }, (_, i) => i + 1);

describe('readings in several shards', () => {
  let parts: Parts;
  const services = new Set<TestService>();
  let n = 0;
  let sent = 0;

  beforeEach(async () => {
    parts = await Parts.start();
    sent = 0;
  });
  afterEach(async () => {
    await stopAll();
    await parts?.stop();
  });

  const redis = () => parts.redis.client();
  const start = async (
    READINGS_SHARDS: string,
    INSTANCE_ID: string,
    others: Record<string, string> = {},
  ): Promise<TestService> => {
    const service = await TestService.start(parts, { READINGS_SHARDS, INSTANCE_ID, ...others });
    services.add(service);
    return service;
  };
  const stop = async (service: TestService): Promise<void> => {
    services.delete(service);
    await service.stop();
  };
  const stopAll = async (): Promise<void> => void (await Promise.all([...services].map(stop)));
  /** A sample of each board, at one second, as a gateway with this number of shards appends it. @returns its time */
  const allSpeak = async (shards: number): Promise<number> => {
    const ts = T + ++n * 1_000;
    for (const placa_id of BOARDS) {
      const batch: ReadingBatch = {
        v: 1,
        l: [placa_id, 15, ts, 2_000, null],
        e: [placa_id, ts, n % 2, 0, 1 - (n % 2), 0],
        at: ts,
      };
      const stream = readingsStreams(shards)[shardOf(placa_id, shards)]!;
      await redis().xadd(stream, '*', READINGS_FIELD, JSON.stringify(batch));
    }
    sent += BOARDS.length;
    return ts;
  };
  const rows = async (): Promise<number> => {
    const [row] = await [...services][0]!.query<{ n: number }>('SELECT count(*)::int AS n FROM lecturas');
    return row!.n;
  };
  /** Waits until each sample is stored once, and what derives from them is right. */
  const allStored = async (): Promise<void> => {
    await eventually(async () => expect(await rows()).toBe(sent));
    for (const stream of [...readingsStreams(1), ...readingsStreams(4)])
      await eventually(async () => expect(await redis().xlen(stream)).toBe(0));
    expect((await verificar(parts.database.url)).differences).toEqual([]);
  };
  const streamsOf = async (service: TestService): Promise<number> => {
    const { values } = await service.get(IngestMetrics).shards.get();
    return values[0]?.value ?? 0;
  };

  it('are divided among the instances, and are all of the one that stays', async () => {
    const [one, two] = [await start('4', 'uno'), await start('4', 'dos')];
    await eventually(async () => expect([await streamsOf(one), await streamsOf(two)]).toEqual([2, 2]));
    for (let i = 0; i < 10; i++) await allSpeak(4);
    await allStored();
    expect(one.get(IngestMetrics).total).toBeGreaterThan(0);
    expect(two.get(IngestMetrics).total).toBeGreaterThan(0);
    await stop(one);
    await eventually(async () => expect(await streamsOf(two)).toBe(4));
    await allSpeak(4);
    await allStored();
  });

  it('are taken over from an instance that died with entries it had read', async () => {
    await allSpeak(4);
    for (const stream of readingsStreams(4)) {
      await redis().xgroup('CREATE', stream, READINGS_GROUP, '0');
      await redis().xreadgroup('GROUP', READINGS_GROUP, 'muerta/1', 'COUNT', 2, 'STREAMS', stream, '>');
    }
    await redis().zadd('{readings}:escritores', Date.now(), 'muerta');
    const service = await start('4', 'viva');
    await allSpeak(4);
    await allStored();
    expect(await streamsOf(service)).toBe(4);
  });

  it('are left to others by an instance that Postgres does not answer, until it answers again', async () => {
    const link = await TcpProxy.start(parts.database.url);
    try {
      const two = await start('4', 'dos');
      const one = await start('4', 'uno', { DATABASE_URL: link.url });
      one.get(Consumer).health.patience_ms = 1_000;
      const divided = () =>
        eventually(async () => expect([await streamsOf(one), await streamsOf(two)]).toEqual([2, 2]));
      await divided();
      await link.close();
      await allSpeak(4);
      await allStored();
      expect(await streamsOf(two)).toBe(4);
      await link.open();
      await divided();

      await stop(two);
      await eventually(async () => expect(await streamsOf(one)).toBe(4));
      await link.close();
      await allSpeak(4);
      await eventually(async () => expect(await redis().zcard('{readings}:escritores')).toBe(0));
      await link.open();
      await allStored();
    } finally {
      if (link.listening) await link.close();
    }
  });

  it('are stored in order where their number changes: what the earlier shards held first', async () => {
    const firstOf = async (earlier: number, later: number): Promise<void> => {
      const [row] = await [...services][0]!.query<{ in_order: boolean }>(
        `SELECT max(xmin::text::bigint) FILTER (WHERE ts <= $1) < min(xmin::text::bigint) FILTER (WHERE ts >= $2) AS in_order
           FROM lecturas`,
        [new Date(earlier), new Date(later)],
      );
      expect(row?.in_order).toBe(true);
    };
    // As versions without shards wrote them.
    await allSpeak(1);
    const ofOne = await allSpeak(1);
    const ofFour = await allSpeak(4);
    await start('4', 'uno');
    await allStored();
    await firstOf(ofOne, ofFour);

    await stopAll();
    await allSpeak(4);
    await allSpeak(2);
    await start('2', 'uno');
    await allStored();

    await stopAll();
    const before = await allSpeak(2);
    const after = await allSpeak(1);
    await start('1', 'uno');
    await allStored();
    await firstOf(before, after);
  });

  it('are stored once while gateways and instances of different numbers run side by side', async () => {
    await start('4', 'uno');
    await start('2', 'dos');
    await start('1', 'tres');
    for (let i = 0; i < 4; i++) for (const shards of [1, 2, 4]) await allSpeak(shards);
    await allStored();
  });
});
