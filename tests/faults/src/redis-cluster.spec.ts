import {
  eventually,
  expectStored,
  Farm,
  Ledger,
  RedisCluster,
  type RedisServer,
  type RunningAcequia,
  startAcequia,
} from '@acequia/testing';
import { setTimeout as sleep } from 'node:timers/promises';

/** Everything on one Redis Cluster of three primaries and three replicas, while each primary is killed with -9 under load. */
const BOARDS = 20;
const RATE = 300;

let redis: RedisCluster;
let acequia: RunningAcequia;
let farm: Farm;
let ledger: Ledger;

beforeAll(async () => {
  redis = await RedisCluster.start({ replicas: true, kind: 'durable' });
  acequia = await startAcequia({ quick: true, env: { REDIS_URL: redis.url } });
  const root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  const boards = await root.call('placas.registrar', { body: { empresa_id: farm.empresa.id, cantidad: BOARDS } });
  ledger = new Ledger(acequia.mqtt, boards, RATE);
});

afterAll(async () => {
  await ledger?.stop();
  await acequia?.stop();
  await redis?.stop();
});

const isPrimary = async (node: RedisServer): Promise<boolean> =>
  /role:master[^]*connected_slaves:[1-9]/.test(await node.client().info('replication'));
const answers = () => eventually(() => farm.admin.api.call('switches.panel'), 120_000);

it('no acknowledged reading is lost or doubled when each primary of a Redis Cluster is killed under load', async () => {
  await ledger.start();
  const returns: number[] = [];
  for (const primary of redis.primaries) {
    await eventually(async () => expect(await isPrimary(primary)).toBe(true), 60_000);
    const start = ledger.acknowledged;
    await eventually(() => expect(ledger.acknowledged).toBeGreaterThan(start + 2 * RATE), 120_000);
    await primary.kill();
    const killed = Date.now();
    // Its replica needs the cluster's node timeout to notice.
    await sleep(500);
    await answers();
    const before = ledger.acknowledged;
    await eventually(() => expect(ledger.acknowledged).toBeGreaterThan(before + RATE), 120_000);
    returns.push(Date.now() - killed);
    await primary.restart();
  }
  await ledger.stop();
  console.log(JSON.stringify({ acknowledged: ledger.acknowledged, returns_ms: returns }));
  await expectStored(acequia.databaseUrl, ledger.rows());
}, 900_000);
