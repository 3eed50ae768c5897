import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When people were last told of an alarm, and the earliest time to tell them again; 0 = never, and at once. */
export class Telling1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE alerts.avisos ADD COLUMN contado_ts bigint NOT NULL DEFAULT 0,
       ADD COLUMN contar_desde bigint NOT NULL DEFAULT 0`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alerts.avisos DROP COLUMN contado_ts, DROP COLUMN contar_desde');
  }
}
