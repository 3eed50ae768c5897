import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has taken charge of an alarm, with their name of that time. */
export class Encargado1764640000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE alerts.avisos ADD COLUMN encargado text, ADD COLUMN encargado_id integer, ADD COLUMN encargado_ts bigint',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE alerts.avisos DROP COLUMN encargado, DROP COLUMN encargado_id, DROP COLUMN encargado_ts',
    );
  }
}
