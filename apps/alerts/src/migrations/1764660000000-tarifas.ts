import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As auth-tenancy has them; null = one price, or none. */
export class Tarifas1764660000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alerts.empresas ADD COLUMN tarifas jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alerts.empresas DROP COLUMN tarifas');
  }
}
