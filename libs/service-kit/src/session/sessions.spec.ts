import { AppError, type ValidSession, type TokenClaims } from '@acequia/contracts';
import { RedisServer } from '@acequia/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '../logger/logger.js';
import { closeRedis, createRedis, type RedisClient } from '../redis/redis.js';
import { deferred, type Deferred } from '../spec-support/deferred.js';
import { SessionInvalidator } from './session.invalidator.js';
import { SessionReader, type SessionToVerify } from './session.reader.js';

const logger = createLogger({ service: 'spec', instance: 'spec', level: 'silent' });

/** Stands in for auth-tenancy: which sessions are valid, the requests received, and a gate that holds back a decided answer. */
class Owner {
  readonly asked: SessionToVerify[][] = [];
  readonly ended = new Set<string>();
  gate: Deferred<void> | null = null;
  deciding: Deferred<void> | null = null;
  down = false;

  readonly verify = async (sesiones: SessionToVerify[]): Promise<ValidSession[]> => {
    this.asked.push(sesiones);
    if (this.down) throw new Error('no instance');
    const answer = sesiones
      .filter(({ sid }) => !this.ended.has(sid))
      .map(({ sid, usuario_id, ver }) => ({ sid, usuario_id, ver, rol: 'usuario' as const, empresa_id: 1 }));
    this.deciding?.resolve();
    await this.gate?.promise;
    return answer;
  };

  /** Holds back the next answer, once decided, until `release` is called. */
  hold(): { decided: Promise<void>; release(): void } {
    const gate = (this.gate = deferred());
    const deciding = (this.deciding = deferred());
    return {
      decided: deciding.promise,
      release: () => {
        this.gate = null;
        gate.resolve();
      },
    };
  }
}

const claims = (sid: string, usuario = 7, ver = 1): TokenClaims => ({
  sub: String(usuario),
  rol: 'usuario',
  empresa_id: 1,
  sid,
  ver,
});

describe('sessions', () => {
  let server: RedisServer;
  let redis: RedisClient;
  let other: RedisClient;
  let owner: Owner;
  let reader: SessionReader;
  let invalidator: SessionInvalidator;

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
    owner = new Owner();
    reader = new SessionReader(redis, owner.verify);
    invalidator = new SessionInvalidator(other);
  });
  afterEach(async () => {
    await Promise.all([closeRedis(redis), closeRedis(other)]);
  });

  const checkAll = (all: TokenClaims[]) => Promise.all(all.map((one) => reader.check(one)));

  /** Waits until earlier requests have their answer from Redis, which answers one connection in order. */
  const reachedTheCache = async () => {
    await redis.ping();
    await redis.ping();
  };

  it('are asked for once and then believed, by every instance', async () => {
    const second = new SessionReader(other, owner.verify);
    expect(await reader.check(claims('sid-a'))).toMatchObject({ sid: 'sid-a', usuario_id: 7 });
    expect(await reader.check(claims('sid-a'))).toMatchObject({ sid: 'sid-a' });
    expect(await second.check(claims('sid-a'))).toMatchObject({ sid: 'sid-a' });
    expect(owner.asked).toHaveLength(1);
  });

  it('are trusted for at most three seconds without a check', async () => {
    await reader.check(claims('sid-a'));
    const [key] = await redis.keys('sesion:*');
    const left = await redis.pttl(key as string);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(3_000);
  });

  it('that have ended are nobody, without asking each time', async () => {
    owner.ended.add('sid-a');
    expect(await reader.check(claims('sid-a'))).toBeNull();
    expect(await reader.check(claims('sid-a'))).toBeNull();
    expect(owner.asked).toHaveLength(1);
  });

  it('of another version or another usuario are not taken for this one', async () => {
    const wrong = new SessionReader(redis, async ([sesion]) => [
      { sid: sesion?.sid ?? '', usuario_id: 8, ver: 2, rol: 'admin_global', empresa_id: null },
    ]);
    expect(await wrong.check(claims('sid-a', 7, 2))).toBeNull();
    expect(await wrong.check(claims('sid-a', 8, 1))).toBeNull();
    expect(await wrong.check(claims('sid-a', 8, 2))).not.toBeNull();
  });

  it('end at once with a logout, and the other sessions of the usuario go on', async () => {
    await checkAll([claims('sid-a'), claims('sid-b')]);
    owner.ended.add('sid-a');
    await invalidator.endSid('sid-a');
    expect(await reader.check(claims('sid-a'))).toBeNull();
    expect(await reader.check(claims('sid-b'))).not.toBeNull();
    expect(owner.asked.flat().map(({ sid }) => sid)).toEqual(['sid-a', 'sid-b', 'sid-a']);
  });

  it('of a usuario end all at once, and those of others go on', async () => {
    const mine = [claims('sid-a'), claims('sid-b'), claims('sid-c')];
    await checkAll([...mine, claims('sid-z', 8)]);
    for (const { sid } of mine) owner.ended.add(sid);
    await invalidator.endUsuario(7);
    expect(await checkAll(mine)).toEqual([null, null, null]);
    const before = owner.asked.length;
    expect(await reader.check(claims('sid-z', 8))).not.toBeNull();
    expect(owner.asked).toHaveLength(before);
  });

  it.each([
    ['endUsuario', () => invalidator.endUsuario(7)],
    ['endSid', () => invalidator.endSid('sid-a')],
  ])('that end (%s) while an older answer is on its way are not brought back by it', async (_name, end) => {
    const held = owner.hold();
    const early = reader.check(claims('sid-a'));
    await held.decided;
    owner.ended.add('sid-a');
    await end();
    // Another reader asks in between and caches the right answer; the late fill then overwrites it.
    const second = new SessionReader(other, async () => []);
    expect(await second.check(claims('sid-a'))).toBeNull();
    held.release();
    await early;
    expect(await reader.check(claims('sid-a'))).toBeNull();
    expect(await second.check(claims('sid-a'))).toBeNull();
  });

  it('asked for after an end never share an answer that was asked for before it', async () => {
    const held = owner.hold();
    const early = reader.check(claims('sid-a'));
    await held.decided;
    owner.ended.add('sid-a');
    await invalidator.endUsuario(7);
    const late = reader.check(claims('sid-a'));
    await reachedTheCache();
    held.release();
    expect(await early).not.toBeNull();
    expect(await late).toBeNull();
  });

  it('filled by someone who slept through the guard itself are over when they arrive', async () => {
    const held = owner.hold();
    const early = reader.check(claims('sid-a'));
    await held.decided;
    // The server's clock moved on, as if the filler had been stopped for longer than an entry lives.
    const set = redis.set.bind(redis) as (...args: unknown[]) => Promise<'OK'>;
    redis.set = ((...args: unknown[]) => set(...args.slice(0, -1), Number(args.at(-1)) - 120_000)) as typeof redis.set;
    held.release();
    await early;
    expect(await redis.keys('sesion:*')).toEqual([]);
  });

  it('missed by many at once are verified in one call', async () => {
    const many = Array.from({ length: 50 }, (_, index) => claims(`sid-${index}`, index + 1));
    const held = owner.hold();
    const answers = Promise.all([checkAll(many), reader.check(claims('sid-0', 1))]);
    await held.decided;
    held.release();
    const [all, again] = await answers;
    expect(all.map((sesion) => sesion?.sid)).toEqual(many.map(({ sid }) => sid));
    expect(again?.sid).toBe('sid-0');
    expect(owner.asked.length).toBeLessThan(5);
    expect(owner.asked.flat()).toHaveLength(50);
  });

  it('of many open sockets are verified by auth-tenancy itself, hundreds in one call', async () => {
    const many = Array.from({ length: 600 }, (_, index) => claims(`sid-${index}`, index + 1));
    await reader.verifyMany(many);
    owner.ended.add('sid-7');
    const answers = await reader.verifyMany(many);
    expect(answers.map((session) => session?.sid)).toEqual(many.map(({ sid }) => (sid === 'sid-7' ? undefined : sid)));
    expect(owner.asked.map(({ length }) => length)).toEqual([500, 100, 500, 100]);
  });

  it('are refused when auth-tenancy does not answer', async () => {
    owner.down = true;
    await expect(reader.check(claims('sid-a'))).rejects.toMatchObject({ codigo: 'servicio_no_disponible' });
    owner.down = false;
    expect(await reader.check(claims('sid-a'))).not.toBeNull();
  });

  it('are asked for directly without Redis, and let nobody in when both are away', async () => {
    await server.kill();
    expect(await reader.check(claims('sid-a'))).toMatchObject({ sid: 'sid-a' });
    owner.ended.add('sid-a');
    expect(await reader.check(claims('sid-a'))).toBeNull();
    owner.down = true;
    const refused: unknown = await reader.check(claims('sid-a')).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ codigo: 'servicio_no_disponible' });
    await server.restart();
    owner.down = false;
    owner.ended.clear();
    expect(await reader.check(claims('sid-a'))).not.toBeNull();
  });
});
