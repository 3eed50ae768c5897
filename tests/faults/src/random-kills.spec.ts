import { Balancer, eventually, expectStored, Farm, Ledger, type RunningAcequia, startAcequia } from '@acequia/testing';
import { keepProgress, killOne, namesOf, readProgress } from './kills.js';
import { metersOf } from './meters.js';
import { Orders } from './orders.js';
import { Program } from './programs.js';
import { randomFrom } from './random.js';
import { expectTotals } from './totals.js';

/**
 * kill -9 of random processes, services, both Redis and PostgreSQL, under load. `npm run faults` makes 1,000 of them, for
 * FAULTS_MINUTES at most, and goes on where it was with the same FAULTS_SEED.
 */
const KILLS = Number(process.env['FAULTS_KILLS'] ?? 10);
const SEED = Number(process.env['FAULTS_SEED'] ?? 20_261_122);
const MINUTES = Number(process.env['FAULTS_MINUTES'] ?? 10);
const STATE = process.env['FAULTS_STATE'];
/** After so many kills everything is counted. */
const BLOCK = 10;
const RATE = 200;

let acequia: RunningAcequia;
let farm: Farm;
let ledger: Ledger;
let program: Program;

beforeAll(async () => {
  acequia = await startAcequia();
  const root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  const boards = await root.call('placas.registrar', { body: { empresa_id: farm.empresa.id, cantidad: 10 } });
  ledger = new Ledger(acequia.mqtt, boards, RATE, await metersOf(root, acequia.mqtt, farm.empresa.id, boards));
  program = await Program.with(farm.admin.api, farm.empresa.id);
});

afterAll(async () => {
  await Promise.all([ledger?.stop(), program?.stop()]);
  await acequia?.stop();
});

it(
  'random kills lose no acknowledged reading, double none, and make no command act twice',
  async () => {
    const end = Date.now() + MINUTES * 60_000;
    const progress = readProgress(STATE, SEED);
    while (progress.kills < KILLS && Date.now() < end) {
      const random = randomFrom(SEED + progress.kills);
      const names = namesOf(acequia);
      const orders = new Orders(farm, acequia.doors.mqtt, new Balancer(acequia.doors, farm.admin.api.token));
      const before = ledger.acknowledged;
      const valuesBefore = ledger.values.size + program.values.size;
      const killed: string[] = [];
      await ledger.start();
      orders.start();
      program.start();
      for (let n = 0; n < BLOCK && progress.kills + n < KILLS; n += 1)
        killed.push(await killOne(acequia, random, names));
      const last = Date.now();
      // Back without a hand: every service answers, and boards are acknowledged.
      await eventually(async () => expect((await acequia.api().raw('salud')).status).toBe(200), 180_000);
      const back = Date.now() - last;
      const then = ledger.acknowledged;
      await eventually(() => expect(ledger.acknowledged).toBeGreaterThan(then + RATE), 180_000);
      await Promise.all([orders.stop(), ledger.stop(), program.stop()]);
      await orders.expectOnce();
      expect({ failures: program.failures, mistaken: program.mistaken }).toEqual({ failures: [], mistaken: 0 });
      await expectStored(acequia.databaseUrl, ledger.rows(), [ledger.values, program.values]);
      await expectTotals(acequia.databaseUrl, farm.admin.api, [...ledger.meters.values(), program.meter]);
      progress.kills += killed.length;
      progress.acknowledged += ledger.acknowledged - before;
      progress.values += ledger.values.size + program.values.size - valuesBefore;
      progress.commands += orders.told.size;
      progress.slowest_ms = Math.max(progress.slowest_ms, back);
      for (const name of killed) progress.by[name] = (progress.by[name] ?? 0) + 1;
      keepProgress(STATE, progress);
    }
    process.stdout.write(`${JSON.stringify(progress)}\n`);
    expect(progress.acknowledged).toBeGreaterThan(RATE);
    expect(progress.commands).toBeGreaterThan(0);
  },
  MINUTES * 60_000 + 900_000,
);
