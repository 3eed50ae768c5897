import { readingsStreams, shardOf } from '@acequia/contracts';
import { createLogger, type RedisClient } from '@acequia/service-kit';
import { eventually, RedisCluster, RedisServer } from '@acequia/testing';
import { Cluster } from 'ioredis';
import { Registry } from 'prom-client';
import { GatewayMetrics } from '../metrics.js';
import { ReadingsAppender } from './readings-appender.js';
import { ReadingsBudget } from './readings-budget.js';

const SHARDS = 16;
const SHARD_BYTES = 8_000_000;
const STREAMS = readingsStreams(SHARDS);
/** The first board of each shard. */
const BOARDS = STREAMS.map((_, shard) => {
  for (let id = 1; ; id++) if (shardOf(id, SHARDS) === shard) return id;
});
const logger = createLogger({ service: 'spec', instance: 'spec', level: 'silent' });

describe('the appends of several shards', () => {
  const ends: (() => Promise<void> | void)[] = [];
  let metrics: GatewayMetrics;

  beforeEach(() => {
    metrics = new GatewayMetrics(new Registry());
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  const server = async (): Promise<ReturnType<RedisServer['client']>> => {
    const redis = await RedisServer.start();
    ends.push(() => redis.stop());
    return redis.client();
  };
  const budgetOf = (redis: RedisClient, READINGS_SHARDS: number, READINGS_MAX_BYTES: number): ReadingsBudget =>
    new ReadingsBudget(redis, { READINGS_SHARDS, READINGS_MAX_BYTES }, metrics, logger);
  const open = async (redis: RedisClient): Promise<ReadingsAppender> => {
    const budget = budgetOf(redis, SHARDS, SHARDS * SHARD_BYTES);
    await budget.onModuleInit();
    const appender = new ReadingsAppender(redis, budget, metrics, logger);
    ends.push(() => appender.beforeApplicationShutdown());
    return appender;
  };
  /** Resolves when the sample is stored. */
  const speak = (appender: ReadingsAppender, of: number, numbers = 5): Promise<void> =>
    new Promise((stored) => {
      appender.push({ of, l: new Array<number>(numbers).fill(0), e: [], abandoned: false, stored });
    });

  it('wait for a replica each on a connection of its own, and not at all while the primary has none', async () => {
    const parts = await RedisCluster.start({ replicas: true, kind: 'durable' });
    ends.push(() => parts.stop());
    const nodes = parts.primaries.map(({ url }) => url);
    const redis = new Cluster(nodes, { redisOptions: { password: parts.password } });
    redis.on('error', () => undefined);
    ends.push(() => redis.disconnect());
    const appender = await open(redis);
    const allSpeak = (): Promise<unknown> => Promise.all(BOARDS.map((board) => speak(appender, board)));
    const primaries = parts.primaries.map((primary) => primary.client());
    const waits = async (): Promise<number> => {
      const told = await Promise.all(primaries.map((primary) => primary.info('commandstats')));
      return told.reduce((sum, text) => sum + Number(/cmdstat_wait:calls=(\d+)/.exec(text)?.[1] ?? 0), 0);
    };
    const eachTells = (replication: string): Promise<void> =>
      eventually(async () => {
        for (const primary of primaries) expect(await primary.info('replication')).toContain(replication);
      });

    await allSpeak();
    const withReplicas = await waits();
    expect(withReplicas).toBeGreaterThanOrEqual(SHARDS);

    await Promise.all(parts.replicas.map((replica) => replica.kill()));
    await eachTells('connected_slaves:0');
    // The first of each shard finds out.
    await allSpeak();
    const alone = await waits();
    await allSpeak();
    expect(await waits()).toBe(alone);
    const clients = await Promise.all(primaries.map((primary) => primary.call('CLIENT', 'LIST')));
    expect(clients.join('\n').match(/cmd=xadd/g)).toHaveLength(SHARDS);

    await Promise.all(parts.replicas.map((replica) => replica.restart()));
    await eachTells('state=online');
    await allSpeak();
    expect(await waits()).toBeGreaterThanOrEqual(alone + SHARDS);
  });

  it('leave room for a board whose shard is not the one that holds too much', async () => {
    const redis = await server();
    const [stuck, free] = [BOARDS[0]!, BOARDS[1]!];
    await redis.xadd(STREAMS[0]!, '*', 'b', 'x'.repeat(SHARD_BYTES));
    const appender = await open(redis);
    for (let i = 0; i < 3; i++) void speak(appender, stuck, 1_000_000);
    expect(appender.isSaturated(stuck)).toBe(false);
    for (let i = 0; i < 2; i++) void speak(appender, stuck, 1_000_000);
    expect(appender.isSaturated(stuck)).toBe(true);
    expect(appender.isSaturated(free)).toBe(false);
    await speak(appender, free);
  });

  it('begin with no budget that leaves a shard hardly any', async () => {
    const redis = await server();
    expect(() => budgetOf(redis, SHARDS, SHARDS * SHARD_BYTES - 1)).toThrow(
      'READINGS_MAX_BYTES must be at least 128000000 with 16 shards',
    );
    expect(() => budgetOf(redis, 1, 1_000_000)).not.toThrow();
  });

  it('count what the streams of another number of shards hold', async () => {
    const redis = await server();
    const budget = budgetOf(redis, 2, 2 * SHARD_BYTES);
    await redis.xadd('{readings}', '*', 'b', 'x'.repeat(2 * SHARD_BYTES));
    await budget.onModuleInit();
    const allows = () => budget.streams.map((stream) => stream.allows());
    expect(allows()).toEqual([false, false]);
    await redis.del('{readings}');
    await budget.measure();
    expect(allows()).toEqual([true, true]);
  });
});
