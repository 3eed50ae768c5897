import { eventually, expectStored, Farm, Ledger, type RunningAcequia, startAcequia } from '@acequia/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { Builds, commitBefore } from './builds.js';
import { metersOf } from './meters.js';
import { Program } from './programs.js';
import { expectTotals } from './totals.js';

/**
 * Back to the version before the last change of a schema, and forward again, instance by instance and under load. That version is built from
 * the repository's history; a clone without it, or a copy that is none, cannot show this.
 */
const before = process.env['FAULTS_BEFORE'] ?? (await commitBefore());
const shown = before === null ? it.skip : it;

let builds: Builds | undefined;
let acequia: RunningAcequia | undefined;
let ledger: Ledger | undefined;
let program: Program | undefined;

afterAll(async () => {
  await Promise.all([ledger?.stop(), program?.stop()]);
  await acequia?.stop();
  builds?.end();
});

shown(
  'every acknowledged reading and value is seen once, by the version before beside this one, by it alone and by this one again',
  async () => {
    builds = await Builds.with(before!);
    // MIGRATIONS=back as upgrade.sh sets it, so that the older one starts on the newer schema.
    acequia = await startAcequia({ instances: 2, root: builds.root, env: { MIGRATIONS: 'back' } });
    const { databaseUrl } = acequia;
    const root = await acequia.loginAdmin();
    const farm = await Farm.create(acequia, root);
    const { api } = farm.admin;
    const boards = await root.call('placas.registrar', { body: { empresa_id: farm.empresa.id, cantidad: 10 } });
    const meters = await metersOf(root, acequia.mqtt, farm.empresa.id, boards);
    ledger = new Ledger(acequia.mqtt, boards, 100, meters);
    program = await Program.with(api, farm.empresa.id);
    const versions: string[] = [];
    for (const build of ['newer', 'older', 'newer'] as const) {
      builds.turn(build);
      await ledger.start();
      program.start();
      const told = ledger.acknowledged;
      if (versions.length > 0) await acequia.roll();
      await eventually(() => expect(ledger!.acknowledged).toBeGreaterThan(told + 500));
      await sleep(1_000);
      await Promise.all([ledger.stop(), program.stop()]);
      expect(program.failures).toEqual([]);
      await expectStored(databaseUrl, ledger.rows(), [ledger.values, program.values]);
      await expectTotals(databaseUrl, api, [...meters.values(), program.meter]);
      versions.push(build);
    }
    console.log(
      JSON.stringify({ before, readings: ledger.acknowledged, meters: ledger.values.size, api: program.values.size }),
    );
  },
  900_000,
);
