import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A point to which a program sends has no board. Old code never writes such a row. */
export class PointsWithoutABoard1764510000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alerts.puntos ALTER COLUMN placa_id DROP NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM alerts.puntos WHERE placa_id IS NULL');
    await runner.query('ALTER TABLE alerts.puntos ALTER COLUMN placa_id SET NOT NULL');
  }
}
