import { READINGS_FIELD, READINGS_GROUP, READINGS_STREAM, type ReadingBatch } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import pg from 'pg';
import { Parts, TestService } from '../test/service.fixture.js';
import { IngestMetrics } from './ingest.metrics.js';

const T = Date.UTC(2026, 2, 10, 18);
const DISCARDED_ONES = `${READINGS_STREAM}:descartadas`;

/** An entry with one reading of sensor 15 on board 1, at second n. */
const entry = (n: number): string =>
  JSON.stringify({ v: 1, l: [1, 15, T + n * 1_000, 2_000 + n, null], e: [], at: T } satisfies ReadingBatch);

describe('the consumer of readings', () => {
  let parts: Parts;
  let service: TestService;
  let n = 0;

  beforeAll(async () => {
    parts = await Parts.start();
  });
  afterAll(async () => {
    await service?.stop();
    await parts?.stop();
  });

  const redis = () => parts.redis.client();
  const arrives = async (texto = entry(++n)): Promise<void> =>
    void (await redis().xadd(READINGS_STREAM, '*', READINGS_FIELD, texto));
  const saved = async (): Promise<number> => {
    const [row] = await service.query<{ n: number }>('SELECT count(*)::int AS n FROM lecturas');
    return row!.n;
  };
  /** Waits until every entry added so far is stored once as a row and removed from Redis. */
  const allSaved = (): Promise<void> =>
    eventually(async () => {
      expect(await saved()).toBe(n);
      expect(await redis().xlen(READINGS_STREAM)).toBe(0);
    });

  /** How long the oldest entry has waited, s. */
  const oldest = async (): Promise<number | undefined> =>
    (await service.get(IngestMetrics).oldest.get()).values[0]?.value;

  it('stores what was waiting before it began, and what another consumer had read and died with', async () => {
    await redis().xgroup('CREATE', READINGS_STREAM, READINGS_GROUP, '0', 'MKSTREAM');
    for (let i = 0; i < 3; i++) await arrives();
    await redis().xreadgroup('GROUP', READINGS_GROUP, 'otra/vida', 'COUNT', 2, 'STREAMS', READINGS_STREAM, '>');
    service = await TestService.start(parts);
    await eventually(async () => expect(await saved()).toBeGreaterThan(0));
    await allSaved();
  });

  it('stores what Redis delivered to it in an answer that was lost', async () => {
    const [consumer] = (await redis().xinfo('CONSUMERS', READINGS_STREAM, READINGS_GROUP)) as [string, string][];
    const own = consumer![1];
    const read = ['GROUP', READINGS_GROUP, own, 'COUNT', 1, 'STREAMS', READINGS_STREAM, '>'] as const;
    const lost = redis()
      .multi()
      .xadd(READINGS_STREAM, '*', READINGS_FIELD, entry(++n))
      .xreadgroup(...read);
    expect((await lost.exec())!.at(-1)![1]).not.toBeNull();
    await allSaved();
  });

  it('sets aside what nobody can read, and stores its neighbours', async () => {
    await arrives();
    await arrives('{"v":1,"l":[');
    await arrives(JSON.stringify({ v: 1, l: [1, 99, T, 0, 0], e: [], at: T }));
    await arrives();
    await allSaved();
    const reasons = (await redis().xrange(DISCARDED_ONES, '-', '+')).map(([, fields]) => fields[1]);
    expect(reasons.sort()).toEqual(['entrada_ilegible', 'fila_invalida']);
  });

  it('makes its group again when Redis was flushed', async () => {
    await redis().flushall();
    await arrives();
    await allSaved();
    await arrives();
    await allSaved();
  });

  it('resumes after Redis was killed and came back with its data', async () => {
    await arrives();
    await parts.redis.kill();
    await parts.redis.restart();
    await arrives();
    await allSaved();
  });

  it('holds what it has while Postgres is away, confirms nothing, tells how old it is, and stores it once when it is back', async () => {
    const url = new URL(parts.database.url);
    const nombre = url.pathname.slice(1);
    url.pathname = '/postgres';
    const admin = new pg.Client(url.href);
    await admin.connect();
    try {
      await admin.query(`ALTER DATABASE ${nombre} WITH ALLOW_CONNECTIONS false`);
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [nombre]);
      await arrives();
      await eventually(async () => {
        const [pending] = (await redis().xpending(READINGS_STREAM, READINGS_GROUP)) as [number];
        expect(pending).toBe(1);
      });
      await arrives();
      expect(await redis().xlen(READINGS_STREAM)).toBe(2);
      await eventually(async () => expect(await oldest()).toBeGreaterThan(1));
    } finally {
      await admin.query(`ALTER DATABASE ${nombre} WITH ALLOW_CONNECTIONS true`);
      await admin.end();
    }
    await allSaved();
    await eventually(async () => expect(await oldest()).toBe(0));
  });
});
