import type { MigrationInterface, QueryRunner } from 'typeorm';

/** hechas: the newest whole run of each switch, by its id: `{at, secs, nombre}`. */
export class DoneRuns1764050000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE planes_de_placa ADD COLUMN hechas jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE planes_de_placa DROP COLUMN hechas');
  }
}
