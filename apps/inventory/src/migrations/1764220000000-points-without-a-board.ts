import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A point to which a program sends has no board, and so no number on one. Old code never writes such a row. */
export class PointsWithoutABoard1764220000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE inventory.puntos ALTER COLUMN placa_id DROP NOT NULL, ALTER COLUMN n DROP NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM inventory.puntos WHERE placa_id IS NULL');
    await runner.query('ALTER TABLE inventory.puntos ALTER COLUMN placa_id SET NOT NULL, ALTER COLUMN n SET NOT NULL');
  }
}
