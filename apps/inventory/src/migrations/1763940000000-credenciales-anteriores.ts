import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Credentials that stay valid until the newest has reached the board. */
export class CredencialesAnteriores1763940000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE inventory.placas ADD COLUMN credenciales_anteriores jsonb NOT NULL DEFAULT '[]'::jsonb`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inventory.placas DROP COLUMN credenciales_anteriores');
  }
}
