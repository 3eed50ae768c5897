import { CAMBIOS_PARTICIONES } from '@acequia/contracts';
import { RedisServer } from '@acequia/testing';
import { Redis } from 'ioredis';
import { HOLD_MS, Partitions } from './partitions.js';

const ALL = Array.from({ length: CAMBIOS_PARTICIONES }, (_, i) => i);
const NOW = Date.UTC(2026, 5, 1);

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

const sorted = (...some: Partitions[]): number[] => some.flatMap(({ held }) => [...held.keys()]).sort((a, b) => a - b);

/** Both renew until nothing changes hands. */
const settle = async (now: number, ...some: Partitions[]): Promise<void> => {
  for (let round = 0; round < 3; round += 1) for (const one of some) await one.renew(now);
};

it('one instance holds every partition, and gives half of them to a second', async () => {
  const [first, second] = [new Partitions(redis), new Partitions(redis)];
  await first.renew(NOW);
  expect(sorted(first)).toEqual(ALL);
  await settle(NOW, second, first);
  expect([first.held.size, second.held.size]).toEqual([CAMBIOS_PARTICIONES / 2, CAMBIOS_PARTICIONES / 2]);
  expect(sorted(first, second)).toEqual(ALL);
});

it('the partitions of an instance that stops go to another at once', async () => {
  const [first, second] = [new Partitions(redis), new Partitions(redis)];
  await settle(NOW, first, second);
  await first.leave();
  await settle(NOW, second);
  expect(sorted(second)).toEqual(ALL);
  expect(first.held.size).toBe(0);
});

it('the partitions of a killed instance go to another once its leases end, and it notices when it resumes', async () => {
  const [dead, other] = [new Partitions(redis), new Partitions(redis)];
  await settle(NOW, dead, other);
  const lost = [...dead.held.keys()];
  await settle(NOW, other);
  expect(other.held.size).toBe(CAMBIOS_PARTICIONES / 2);
  for (const partition of lost) await redis.pexpire(`{avisos}:parte:${partition}`, 0);
  await settle(NOW + HOLD_MS + 1, other);
  expect(sorted(other)).toEqual(ALL);
  await dead.renew(NOW + HOLD_MS + 2);
  expect(sorted(dead)).toEqual([]);
});

it('what an instance takes again after its leases ended is new to it: another may have had it', async () => {
  const one = new Partitions(redis);
  await one.renew(NOW);
  const before = new Set(one.held.values());
  await redis.flushall();
  await one.renew(NOW + HOLD_MS + 1);
  expect(sorted(one)).toEqual(ALL);
  expect([...one.held.values()].filter((taking) => before.has(taking))).toEqual([]);
});
