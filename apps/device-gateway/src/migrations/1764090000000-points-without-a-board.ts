import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A point to which a program sends has no board; its last value (`ultimo`, as its magnitud keeps it; `ultimo_ts`, ms) lies here, because no
 * board's state holds it. Old code never writes such a row.
 */
export class PointsWithoutABoard1764090000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE puntos ALTER COLUMN placa_id DROP NOT NULL, ALTER COLUMN n DROP NOT NULL');
    await runner.query('ALTER TABLE puntos ADD COLUMN ultimo bigint, ADD COLUMN ultimo_ts bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM puntos WHERE placa_id IS NULL');
    await runner.query('ALTER TABLE puntos DROP COLUMN ultimo, DROP COLUMN ultimo_ts');
    await runner.query('ALTER TABLE puntos ALTER COLUMN placa_id SET NOT NULL, ALTER COLUMN n SET NOT NULL');
  }
}
