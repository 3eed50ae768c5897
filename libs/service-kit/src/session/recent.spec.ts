import type { Asignaciones, ValidSession, TokenClaims } from '@acequia/contracts';
import { eventually, RedisServer } from '@acequia/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '../logger/logger.js';
import { closeRedis, createRedis, type RedisClient } from '../redis/redis.js';
import { GrantsReader } from './grants.reader.js';
import { GrantsWriter } from './grants.writer.js';
import { GUARD_CHANNEL, GuardNews } from './guard-news.js';
import { SessionInvalidator } from './session.invalidator.js';
import { SessionReader } from './session.reader.js';

const logger = createLogger({ service: 'spec', instance: 'spec', level: 'silent' });
const ANA: TokenClaims = { sub: '7', rol: 'usuario', empresa_id: 1, sid: 'sid-a', ver: 1 };

/** One process that reads sessions and grants, with its own clock. */
class Instance {
  readonly redis: RedisClient;
  readonly news: GuardNews;
  readonly sesiones: SessionReader;
  readonly grants: GrantsReader;
  clock = 0;
  looks = 0;

  constructor(url: string, owner: { open: boolean; switches: number[] }) {
    this.redis = createRedis(url, 'instance', logger);
    this.news = new GuardNews(this.redis);
    const get = this.redis.get.bind(this.redis) as (key: string) => Promise<string | null>;
    this.redis.get = ((key: string) => {
      this.looks += 1;
      return get(key);
    }) as RedisClient['get'];
    const verify = async (asked: { sid: string; usuario_id: number; ver: number }[]): Promise<ValidSession[]> =>
      owner.open ? asked.map((one) => ({ ...one, rol: 'usuario' as const, empresa_id: 1 })) : [];
    const load = async (usuario_id: number): Promise<Asignaciones> => ({
      usuario_id,
      empresa_id: 1,
      version: 1,
      dispositivos: [],
      switches: owner.switches,
    });
    this.sesiones = new SessionReader(this.redis, verify, this.news, () => this.clock);
    this.grants = new GrantsReader(this.redis, load, this.news, () => this.clock);
  }

  async open(): Promise<boolean> {
    return (await this.sesiones.check(ANA)) !== null;
  }

  async switches(): Promise<number[]> {
    return (await this.grants.of(7)).switches;
  }

  /** Waits until the instance answers both from its own memory. */
  async warm(): Promise<void> {
    await eventually(async () => {
      await Promise.all([this.open(), this.switches()]);
      const before = this.looks;
      await Promise.all([this.open(), this.switches()]);
      expect(this.looks).toBe(before);
    });
  }

  async close(): Promise<void> {
    this.news.close();
    await closeRedis(this.redis);
  }
}

describe('what a process remembers of sessions and grants', () => {
  let server: RedisServer;
  let auth: RedisClient;
  let owner: { open: boolean; switches: number[] };
  let instances: Instance[];
  let one: Instance;

  beforeAll(async () => {
    server = await RedisServer.start({ kind: 'volatile' });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    auth = createRedis(server.url, 'auth', logger);
    await auth.flushall();
    owner = { open: true, switches: [1] };
    instances = [new Instance(server.url, owner), new Instance(server.url, owner)];
    one = instances[0]!;
    for (const each of instances) await each.warm();
  });
  afterEach(async () => {
    await Promise.all([...instances.map((each) => each.close()), closeRedis(auth)]);
  });

  it('ends in every instance as soon as it has heard of the change', async () => {
    owner.open = false;
    const ages = instances.map(({ news }) => news.age);
    await new SessionInvalidator(auth).endUsuario(7);
    for (const [at, each] of instances.entries()) {
      await eventually(() => expect(each.news.age).not.toBe(ages[at]));
      expect(await each.open()).toBe(false);
    }
  });

  it.each([
    ['a logout', () => new SessionInvalidator(auth).endSid('sid-a')],
    ['the end of a usuario', () => new SessionInvalidator(auth).endUsuario(7)],
    [
      'new grants',
      () => new GrantsWriter(auth).put({ usuario_id: 7, empresa_id: 1, version: 2, dispositivos: [], switches: [] }),
    ],
    ['dropped grants', () => new GrantsWriter(auth).drop(7)],
  ])('hears of %s before the person who made it is answered', async (_name, change) => {
    // Redis answers the writer after it has written to the listener, whose next answer comes after the message.
    const heard: string[] = [];
    const listener = createRedis(server.url, 'listener', logger);
    await listener.subscribe(GUARD_CHANNEL);
    listener.on('message', (_channel: string, guard: string) => heard.push(guard));
    await change();
    await listener.ping();
    expect(heard).toHaveLength(1);
    await closeRedis(listener);
  });

  it('holds for a second at most when the message is lost', async () => {
    owner.open = false;
    owner.switches = [];
    // The guards change without a published message.
    const guards = await auth.keys('*guarda');
    for (const guard of ['sesiones:{u7}:guarda', 'asignaciones:{u7}:guarda', ...guards]) await auth.set(guard, 'otra');
    expect(await one.open()).toBe(true);
    one.clock += 999;
    expect(await one.open()).toBe(true);
    one.clock += 1;
    expect(await one.open()).toBe(false);
    expect(await one.switches()).toEqual([]);
  });

  it('never outlives what lies in Redis', async () => {
    const [entry] = (await auth.keys('sesion:*')).filter((key) => !key.endsWith('guarda'));
    one.clock += 1_000;
    await auth.pexpire(entry as string, 400);
    owner.open = false;
    // Read from Redis again, and kept for the rest of the entry's life.
    expect(await one.open()).toBe(true);
    one.clock += 400;
    await eventually(async () => expect(await auth.exists(entry as string)).toBe(0));
    expect(await one.open()).toBe(false);
  });

  it('is forgotten while changes cannot be heard', async () => {
    await server.kill();
    await eventually(() => expect(one.news.age).toBeNull());
    owner.open = false;
    expect(await one.open()).toBe(false);
    await server.restart();
    owner.open = true;
    await one.warm();
  });

  it('is not what was found while a change was on its way', async () => {
    one.clock += 1_000;
    const get = one.redis.get.bind(one.redis) as (key: string) => Promise<string | null>;
    one.redis.get = (async (key: string) => {
      const found = await get(key);
      if (!owner.open) return found;
      // The session ends, and this process gets the message, after the lookup found it valid and before the value is kept.
      owner.open = false;
      const { age } = one.news;
      await new SessionInvalidator(auth).endSid('sid-a');
      await eventually(() => expect(one.news.age).not.toBe(age));
      return found;
    }) as RedisClient['get'];
    expect(await one.open()).toBe(true);
    expect(await one.open()).toBe(false);
  });

  it('leaves those who ended to be looked up each time', async () => {
    owner.open = false;
    await new SessionInvalidator(auth).endSid('sid-a');
    await eventually(async () => expect(await one.open()).toBe(false));
    const before = one.looks;
    expect(await one.open()).toBe(false);
    expect(one.looks).toBeGreaterThan(before);
  });
});
