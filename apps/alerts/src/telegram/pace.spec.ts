import { RedisServer } from '@acequia/testing';
import { Redis } from 'ioredis';
import { Pace } from './pace.js';

let server: RedisServer;
let redis: Redis;
beforeAll(async () => {
  server = await RedisServer.start();
  redis = new Redis(server.url);
});
afterAll(async () => {
  redis?.disconnect();
  await server?.stop();
});
beforeEach(() => redis.flushall());

const account = (chat_id: string) => ({ empresa_id: 1, token: '1:x', bot: 'bot', chat_id });

it('sends one message at a time to a chat, and meanwhile others to other chats', async () => {
  const pace = new Pace(redis);
  expect(await pace.take(account('1'))).toBe(0);
  expect(await pace.take(account('1'))).toBeGreaterThan(0);
  expect(await pace.take(account('2'))).toBe(0);
});

it('stays below what Telegram allows a bot in a second and a group in a minute', async () => {
  const pace = new Pace(redis);
  const taken = async (chats: string[]): Promise<number> => {
    const waits = await Promise.all(chats.map((chat_id) => pace.take(account(chat_id))));
    return waits.filter((wait_ms) => wait_ms === 0).length;
  };
  expect(await taken(Array.from({ length: 60 }, (_, i) => String(i)))).toBeLessThanOrEqual(30);
  let inGroup = 0;
  for (let i = 0; i < 40; i += 1) {
    // As if a second had passed.
    await redis.del('{telegram:bot}:-5:turno', '{telegram:bot}:segundo');
    inGroup += await taken(['-5']);
  }
  expect(inGroup).toBeGreaterThan(10);
  expect(inGroup).toBeLessThanOrEqual(20);
});

it('holds nobody back for ever, wherever it was killed', async () => {
  const dying = new Redis(server.url);
  dying.pexpire = () => Promise.reject(new Error('killed'));
  await new Pace(dying).take(account('-5')).catch(() => undefined);
  dying.disconnect();
  const keys = await redis.keys('*');
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect({ key, ends: (await redis.pttl(key)) !== -1 }).toEqual({ key, ends: true });
});
