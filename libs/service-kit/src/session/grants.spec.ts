import { AppError, type Asignaciones } from '@acequia/contracts';
import { RedisServer } from '@acequia/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '../logger/logger.js';
import { closeRedis, createRedis, type RedisClient } from '../redis/redis.js';
import { deferred } from '../spec-support/deferred.js';
import { GrantsReader } from './grants.reader.js';
import { GrantsWriter } from './grants.writer.js';

const logger = createLogger({ service: 'spec', instance: 'spec', level: 'silent' });

const grants = (version: number, switches: number[] = [version]): Asignaciones => ({
  usuario_id: 7,
  empresa_id: 1,
  version,
  dispositivos: [],
  switches,
});

describe('grants', () => {
  let server: RedisServer;
  let redis: RedisClient;
  let other: RedisClient;
  let writer: GrantsWriter;
  /** The content of auth-tenancy's database. */
  let stored: Asignaciones;
  let loads: number;
  let reader: GrantsReader;

  beforeAll(async () => {
    server = await RedisServer.start({ kind: 'volatile' });
  });
  afterAll(async () => {
    await server.stop();
  });
  beforeEach(async () => {
    redis = createRedis(server.url, 'spec', logger);
    other = createRedis(server.url, 'other', logger);
    await redis.flushall();
    writer = new GrantsWriter(other);
    stored = grants(1);
    loads = 0;
    reader = new GrantsReader(redis, async () => {
      loads += 1;
      return stored;
    });
  });
  afterEach(async () => {
    await Promise.all([closeRedis(redis), closeRedis(other)]);
  });

  /** A reader whose load reads `stored` and then waits. */
  const slowReader = () => {
    const read = deferred();
    const gate = deferred();
    const slow = new GrantsReader(redis, async () => {
      const seen = stored;
      read.resolve();
      await gate.promise;
      return seen;
    });
    return { slow, read: read.promise, release: gate.resolve };
  };

  it('are loaded once and then read from Redis by every service', async () => {
    const elsewhere = new GrantsReader(other, () => Promise.reject(new Error('must not ask')));
    expect(await reader.of(7)).toEqual(grants(1));
    expect(await reader.of(7)).toEqual(grants(1));
    expect(await elsewhere.of(7)).toEqual(grants(1));
    expect(loads).toBe(1);
  });

  it('that were put are read without asking auth-tenancy', async () => {
    await writer.put(grants(3));
    expect(await reader.of(7)).toEqual(grants(3));
    expect(loads).toBe(0);
  });

  it('live for at most five seconds: the bound of a lost invalidation', async () => {
    await reader.of(7);
    await writer.put({ ...grants(1), usuario_id: 8 });
    for (const key of ['asignaciones:{u7}', 'asignaciones:{u8}']) {
      const left = await redis.pttl(key);
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(5_000);
    }
  });

  it('change at once when new ones are put', async () => {
    await reader.of(7);
    await writer.put(grants(2, []));
    expect((await reader.of(7)).switches).toEqual([]);
  });

  it('are asked for again after a drop', async () => {
    await reader.of(7);
    stored = grants(2);
    await writer.drop(7);
    expect(await reader.of(7)).toEqual(grants(2));
  });

  it('put out of order end with the newest', async () => {
    stored = grants(5);
    await writer.put(grants(5));
    await writer.put(grants(4));
    expect(await reader.of(7)).toEqual(grants(5));
    await writer.put(grants(6));
    expect(await reader.of(7)).toEqual(grants(6));
  });

  it('put late, after the drop that ended them, do not come back', async () => {
    await writer.put(grants(5));
    stored = grants(6, []);
    await writer.drop(7);
    await writer.put(grants(5));
    expect(await reader.of(7)).toEqual(grants(6, []));
  });

  it('put after any number of drops never leave older ones readable', async () => {
    await writer.put(grants(5));
    stored = grants(5);
    await writer.drop(7);
    await writer.drop(7);
    await reader.of(7);
    stored = grants(6, []);
    await writer.put(grants(6, []));
    expect(await reader.of(7)).toEqual(grants(6, []));
  });

  it.each([
    ['a drop', () => writer.drop(7)],
    ['a put', () => writer.put(stored)],
  ])('loaded before %s are not filled in after it', async (_name, change) => {
    const { slow, read, release } = slowReader();
    const early = slow.of(7);
    await read;
    stored = grants(2, []);
    await change();
    release();
    expect(await early).toEqual(grants(1));
    expect(await reader.of(7)).toEqual(grants(2, []));
  });

  it('asked for after a drop never share a load that began before it', async () => {
    const { slow, read, release } = slowReader();
    const early = slow.of(7);
    await read;
    stored = grants(2);
    await writer.drop(7);
    const late = slow.of(7);
    // Redis answers one connection in order: after this the late reader knows that the cache missed.
    await redis.ping();
    await redis.ping();
    release();
    expect((await early).version).toBe(1);
    expect((await late).version).toBe(2);
  });

  it('of one usuario are not those of another', async () => {
    await writer.put(grants(1));
    await writer.put({ ...grants(9), usuario_id: 70 });
    await writer.drop(70);
    expect((await reader.of(7)).version).toBe(1);
    expect(loads).toBe(0);
  });

  it('missed by many at once are loaded once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => reader.of(7)));
    expect(loads).toBeLessThan(20);
    await reader.of(7);
    const settled = loads;
    await reader.of(7);
    expect(loads).toBe(settled);
  });

  it('are asked for directly without Redis, and refused when the owner is away too', async () => {
    await server.kill();
    expect(await reader.of(7)).toEqual(grants(1));
    const alone = new GrantsReader(redis, () => Promise.reject(new Error('no instance')));
    await expect(alone.of(7)).rejects.toMatchObject({ codigo: 'servicio_no_disponible' });
    await expect(writer.put(grants(2))).rejects.toThrow();
    await server.restart();
  });

  it("pass on the owner's own answer", async () => {
    const absent = new GrantsReader(redis, () => Promise.reject(new AppError('no_encontrado')));
    await expect(absent.of(7)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });
});
