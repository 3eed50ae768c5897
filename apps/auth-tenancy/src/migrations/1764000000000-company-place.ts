import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds a company's location and its price per kWh. */
export class CompanyPlace1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE auth_tenancy.empresas ADD COLUMN latitud double precision, ADD COLUMN longitud double precision,
         ADD COLUMN tarifa_kwh double precision`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE auth_tenancy.empresas DROP COLUMN latitud, DROP COLUMN longitud, DROP COLUMN tarifa_kwh',
    );
  }
}
