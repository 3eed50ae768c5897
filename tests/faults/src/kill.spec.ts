import { eventually, expectStored, Farm, Ledger, type RunningAcequia, startAcequia } from '@acequia/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { metersOf } from './meters.js';
import { Program } from './programs.js';
import { expectTotals } from './totals.js';

/**
 * The invariant: every reading whose PUBACK a board received, and every value that a program was answered 200 for, is a row exactly
 * once, as it was sent. It is checked against ledgers outside the system, while its parts are killed with -9.
 */
const BOARDS = 40;
const RATE = 2_000;

let acequia: RunningAcequia;
let farm: Farm;
let ledger: Ledger;
let program: Program;

beforeAll(async () => {
  acequia = await startAcequia();
  const root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  const boards = await root.call('placas.registrar', { body: { empresa_id: farm.empresa.id, cantidad: BOARDS } });
  ledger = new Ledger(acequia.mqtt, boards, RATE, await metersOf(root, acequia.mqtt, farm.empresa.id, boards));
  program = await Program.with(farm.admin.api, farm.empresa.id);
});

afterAll(async () => {
  await Promise.all([ledger?.stop(), program?.stop()]);
  await acequia?.stop();
});

const kill = (pid: number | undefined) => {
  if (pid === undefined) throw new Error('nothing to kill');
  process.kill(pid, 'SIGKILL');
};
const healthy = () => eventually(async () => expect((await acequia.api().raw('salud')).status).toBe(200));

it('no acknowledged reading is lost or doubled when services, Redis and Postgres are killed under load', async () => {
  await ledger.start();
  program.start();
  const victims: [string, () => number | undefined][] = [
    ['device-gateway', () => acequia.services['device-gateway']?.[0]],
    ['telemetry-history', () => acequia.services['telemetry-history']?.[0]],
    ['redis', () => acequia.parts['redis']],
    ['postgres', () => acequia.parts['postgres']],
    ['telemetry-history', () => acequia.services['telemetry-history']?.[0]],
    ['redis-volatile', () => acequia.parts['redis-volatile']],
  ];
  for (const [name, pid] of victims) {
    const start = ledger.acknowledged;
    await sleep(2_500);
    // Waits for samples rather than for time, so that a slow machine is under load too.
    await eventually(() => expect(ledger.acknowledged).toBeGreaterThan(start + RATE), 120_000);
    const before = ledger.acknowledged;
    kill(pid());
    // The system recovers by itself: boards get PUBACKs again, and every service answers.
    await eventually(
      () => expect({ after: name, more: ledger.acknowledged > before + RATE }).toEqual({ after: name, more: true }),
      120_000,
    );
    await healthy();
  }
  await sleep(2_000);
  await Promise.all([ledger.stop(), program.stop()]);

  const acknowledged = ledger.rows();
  expect(acknowledged.size).toBeGreaterThan(10 * RATE);
  expect({ failures: program.failures, mistaken: program.mistaken }).toEqual({ failures: [], mistaken: 0 });
  await expectStored(acequia.databaseUrl, acknowledged, [ledger.values, program.values]);
  const meters = [...ledger.meters.values(), program.meter];
  const litres = await expectTotals(acequia.databaseUrl, farm.admin.api, meters);
  const { values, repeated } = program;
  console.log(
    JSON.stringify({ readings: acknowledged.size, meters: ledger.values.size, api: values.size, repeated, litres }),
  );
}, 900_000);
