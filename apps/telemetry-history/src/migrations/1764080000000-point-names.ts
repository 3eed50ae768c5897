import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a point is called, for its files; '' until it is saved again. */
export class PointNames1764080000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE telemetry_history.puntos ADD COLUMN nombre varchar(120) NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE telemetry_history.puntos DROP COLUMN nombre');
  }
}
