import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The credentials that a board may still enter with while the newest has not reached it. */
export class CredencialesAnteriores1763940000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE placas ADD COLUMN credenciales_anteriores jsonb NOT NULL DEFAULT '[]'::jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE placas DROP COLUMN credenciales_anteriores');
  }
}
