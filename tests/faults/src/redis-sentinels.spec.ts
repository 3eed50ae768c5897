import {
  eventually,
  expectStored,
  Farm,
  Ledger,
  RedisSentinels,
  type RunningAcequia,
  startAcequia,
} from '@acequia/testing';

/** Everything on one primary with a replica, found through Sentinels, while each primary is killed with -9 under load. */
const BOARDS = 20;
const RATE = 300;
const KILLS = 3;

let redis: RedisSentinels;
let acequia: RunningAcequia;
let farm: Farm;
let ledger: Ledger;

beforeAll(async () => {
  redis = await RedisSentinels.start();
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

it('no acknowledged reading is lost or doubled when Sentinels replace a killed primary under load', async () => {
  await ledger.start();
  const returns: { calls_ms: number; readings_ms: number }[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const primary = await redis.primary();
    const start = ledger.acknowledged;
    await eventually(() => expect(ledger.acknowledged).toBeGreaterThan(start + 2 * RATE), 120_000);
    await primary.kill();
    const killed = Date.now();
    const before = ledger.acknowledged;
    await eventually(() => farm.admin.api.call('switches.panel'), 120_000);
    const calls_ms = Date.now() - killed;
    await eventually(() => expect(ledger.acknowledged).toBeGreaterThan(before + RATE), 120_000);
    returns.push({ calls_ms, readings_ms: Date.now() - killed });
    await primary.restart();
  }
  await ledger.stop();
  console.log(JSON.stringify({ acknowledged: ledger.acknowledged, returns }));
  await expectStored(acequia.databaseUrl, ledger.rows());
}, 900_000);
