import { eventually, Farm, startAcequia, type RunningAcequia } from '@acequia/testing';
import { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ledger } from './ledger.js';

/**
 * The invariant: every reading whose PUBACK a board received is a row exactly once. It is checked against a ledger that the
 * boards keep, outside the system, while its parts are killed with -9.
 */
const BOARDS = 40;
const RATE = 2_000;

let acequia: RunningAcequia;
let ledger: Ledger;
let db: Client;

beforeAll(async () => {
  acequia = await startAcequia();
  const root = await acequia.loginAdmin();
  const farm = await Farm.create(acequia, root);
  const boards = await root.call('placas.registrar', { body: { empresa_id: farm.empresa.id, cantidad: BOARDS } });
  ledger = new Ledger(acequia.mqtt, boards, RATE);
});

afterAll(async () => {
  await ledger?.stop();
  await db?.end();
  await acequia?.stop();
});

const kill = (pid: number | undefined) => {
  if (pid === undefined) throw new Error('nothing to kill');
  process.kill(pid, 'SIGKILL');
};
const healthy = () => eventually(async () => expect((await acequia.api().raw('salud')).status).toBe(200));

it('no acknowledged reading is lost or doubled when services, Redis and Postgres are killed under load', async () => {
  await ledger.start();
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
  await ledger.stop();

  const acknowledged = ledger.rows();
  expect(acknowledged.size).toBeGreaterThan(10 * RATE);
  db = new Client(acequia.databaseUrl);
  await db.connect();
  const missing = await eventually(async () => {
    const { rows } = await db.query<{ placa_id: number; ts: string }>(
      'SELECT placa_id, (extract(epoch FROM ts) * 1000)::bigint AS ts FROM telemetry_history.lecturas',
    );
    const stored = new Set(rows.map(({ placa_id, ts }) => `${placa_id}:${ts}`));
    const lost = [...acknowledged].filter((key) => !stored.has(key));
    expect(lost).toEqual([]);
    // The primary key prevents duplicate rows, so only the roll-up would show a duplicate.
    expect(stored.size).toBe(rows.length);
    return lost;
  }, 120_000);
  expect(missing).toEqual([]);

  const { rows: rollups } = await db.query(
    'SELECT (SELECT count(*)::int FROM telemetry_history.lecturas) AS raw, (SELECT sum(n_temperatura)::int FROM telemetry_history.lecturas_15m) AS rolled',
  );
  expect(rollups[0].rolled).toBe(rollups[0].raw);
}, 900_000);
