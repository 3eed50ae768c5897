import { RedisServer } from '@acequia/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '../logger/logger.js';
import { closeRedis, copyOf, createRedis, type RedisClient } from './redis.js';

const logger = createLogger({ service: 'spec', instance: 'spec', level: 'silent' });

describe('a Redis connection', () => {
  let server: RedisServer;
  let redis: RedisClient;

  beforeEach(async () => {
    server = await RedisServer.start();
    redis = createRedis(server.url, 'spec', logger);
    await redis.ping();
  });
  afterEach(async () => {
    await closeRedis(redis);
    await server.stop();
  });

  it('fails what was in flight when the server died, and never sends it again', async () => {
    // The command is sent, but the server holds back the answer.
    const copy = copyOf(redis);
    await copy.ping();
    let attempts = 0;
    copy.on('reconnecting', () => (attempts += 1));
    const held = copy.blpop('nothing', 0).catch((error: unknown) => error);
    await server.kill();
    expect(await held).toBeInstanceOf(Error);
    expect(attempts).toBeLessThanOrEqual(1);
    await server.restart();
    await askUntilAnswered(() => redis.rpush('nothing', 'x'));
    await askUntilAnswered(() => copy.ping());
    // A resent command would have taken the element.
    expect(await redis.llen('nothing')).toBe(1);
    await closeRedis(copy);
  });

  it('refuses commands while the server is away and works again when it is back, without a hand', async () => {
    await server.kill();
    await expect(redis.get('a')).rejects.toThrow();
    await expect(redis.get('a')).rejects.toThrow();
    await server.restart();
    expect(await askUntilAnswered(() => redis.set('a', '1'))).toBe('OK');
  });

  it('does not wait forever for a stopped server', async () => {
    process.kill(server.pid, 'SIGSTOP');
    try {
      await expect(redis.get('a')).rejects.toThrow('timed out');
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
  });

  it('has copies that may wait as long as they like, and that come back too', async () => {
    const copy = copyOf(redis);
    expect(copy.options).not.toHaveProperty('commandTimeout', expect.any(Number));
    expect({ ...redis.options }).not.toHaveProperty('commandTimeout', expect.any(Number));
    const messages: string[] = [];
    copy.on('message', (_channel, text: string) => messages.push(text));
    await copy.subscribe('canal');
    await server.kill();
    // events.once would reject on the first failed attempt to reconnect.
    const back = new Promise<void>((resolve) => void copy.once('ready', () => resolve()));
    await server.restart();
    await back;
    await askUntilAnswered(async () => ((await redis.publish('canal', 'x')) > 0 ? true : Promise.reject(new Error())));
    await askUntilAnswered(async () => (messages.length > 0 ? true : Promise.reject(new Error())));
    await closeRedis(copy);
  });
});

const askUntilAnswered = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await ask();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
};
