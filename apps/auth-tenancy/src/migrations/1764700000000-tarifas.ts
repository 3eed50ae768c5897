import type { MigrationInterface, QueryRunner } from 'typeorm';

/** tarifas: a company's prices by hour; null = tarifa_kwh says it all. */
export class Tarifas1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth_tenancy.empresas ADD COLUMN tarifas jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth_tenancy.empresas DROP COLUMN tarifas');
  }
}
