import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds how high a company lies, m above the sea. */
export class Altitude1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth_tenancy.empresas ADD COLUMN altitud double precision');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth_tenancy.empresas DROP COLUMN altitud');
  }
}
