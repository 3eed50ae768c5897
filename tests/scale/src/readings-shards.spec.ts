import {
  ALL_READINGS_STREAMS,
  type PlacaCredencial,
  READINGS_SHARDS_ON_CLUSTER,
  readingsStreams,
  shardOf,
} from '@acequia/contracts';
import {
  eventually,
  expectStored,
  Farm,
  Ledger,
  RedisCluster,
  type RunningAcequia,
  startAcequia,
} from '@acequia/testing';
import { Cluster } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from './parts.js';

const BOARDS_AT_A_DOOR = 20;
const RATE_AT_A_DOOR = 150;
const LOOK_MS = 100;

/** Two of every service on a Redis Cluster, which divides readings into sixteen shards without being asked. */
describe('readings in sixteen shards', () => {
  let redis: RedisCluster;
  let acequia: RunningAcequia;
  const ledgers: Ledger[] = [];
  const boards: PlacaCredencial[] = [];

  beforeAll(async () => {
    redis = await RedisCluster.start({ replicas: true, kind: 'durable' });
    acequia = await startAcequia({ instances: 2, env: { REDIS_URL: redis.url } });
    const root = await acequia.loginAdmin();
    const { empresa } = await Farm.create(acequia, root);
    for (const door of acequia.doors.mqtt) {
      const body = { empresa_id: empresa.id, cantidad: BOARDS_AT_A_DOOR };
      const own = await root.call('placas.registrar', { body });
      boards.push(...own);
      ledgers.push(new Ledger(door, own, RATE_AT_A_DOOR));
    }
  });
  afterAll(async () => {
    await Promise.all(ledgers.map((ledger) => ledger.stop()));
    await acequia?.stop();
    await redis?.stop();
  });

  const acknowledged = (): number => ledgers.reduce((sum, ledger) => sum + ledger.acknowledged, 0);
  const goesOn = (): Promise<void> => {
    const before = acknowledged();
    return eventually(() => expect(acknowledged()).toBeGreaterThan(before + 4 * RATE_AT_A_DOOR), 120_000);
  };
  /** Until every board has newer samples stored than at the call; the longest that any board waited for them, ms. */
  const longestPause = async (): Promise<number> => {
    const newest = async (): Promise<Map<unknown, number>> => {
      const rows = await query(acequia.databaseUrl, 'SELECT placa_id, ts FROM telemetry_history.estado_actual');
      return new Map(rows.map(({ placa_id, ts }) => [placa_id, (ts as Date).getTime()]));
    };
    const began = Date.now();
    const before = await newest();
    return eventually(async () => {
      const now = await newest();
      for (const [board, ts] of before) expect(now.get(board)).toBeGreaterThan(ts);
      return Date.now() - began;
    }, 120_000);
  };

  const ask = async <T>(work: (client: Cluster) => Promise<T>): Promise<T> => {
    const nodes = redis.primaries.map(({ url }) => url);
    const client = new Cluster(nodes, { redisOptions: { password: redis.password } });
    try {
      return await work(client);
    } finally {
      client.disconnect();
    }
  };
  /** Until both writers have told that they live, since now. */
  const bothWrite = (): Promise<void> => {
    const now = Date.now();
    return ask((client) =>
      eventually(async () => expect(await client.zcount('{readings}:escritores', now, '+inf')).toBe(2), 120_000),
    );
  };
  /** Streams that any reading was ever added to. */
  const streamsWritten = (): Promise<string[]> =>
    ask(async (client) => {
      const used: string[] = [];
      for (const stream of ALL_READINGS_STREAMS) {
        const fields = (await client.call('XINFO', 'STREAM', stream).catch(() => [])) as unknown[];
        if (Number(fields[fields.indexOf('entries-added') + 1]) > 0) used.push(stream);
      }
      return used;
    });

  it('a writer that is killed under load is stood in for: nothing acknowledged is lost or doubled', async () => {
    await Promise.all(ledgers.map((ledger) => ledger.start()));
    await goesOn();
    const pauses: number[] = [];
    for (const n of [0, 1]) {
      const pids = await eventually(() => {
        const running = acequia.services['telemetry-history'] ?? [];
        expect(running).toHaveLength(2);
        return running;
      });
      await bothWrite();
      await goesOn();
      process.kill(pids[n]!, 'SIGKILL');
      // What its last transaction stored may still become visible.
      await sleep(LOOK_MS);
      pauses.push(await longestPause());
      await goesOn();
    }
    await Promise.all(ledgers.map((ledger) => ledger.stop()));
    console.log(JSON.stringify({ acknowledged: acknowledged(), pauses_ms: pauses }));
    await expectStored(acequia.databaseUrl, new Set(ledgers.flatMap((ledger) => [...ledger.rows()])));
    const used = await streamsWritten();
    const shards = boards.map(({ placa_id }) => shardOf(placa_id, READINGS_SHARDS_ON_CLUSTER));
    expect(used).toEqual(readingsStreams(READINGS_SHARDS_ON_CLUSTER).filter((_, shard) => shards.includes(shard)));
    expect(used.length).toBeGreaterThan(8);
  });
});
