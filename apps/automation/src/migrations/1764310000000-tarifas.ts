import type { MigrationInterface, QueryRunner } from 'typeorm';

/** tarifas: as auth-tenancy has them. energia_periodos: what a turn used, by period and price. */
export class Tarifas1764310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE empresas ADD COLUMN tarifas jsonb');
    await runner.query('ALTER TABLE turnos ADD COLUMN energia_periodos jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE turnos DROP COLUMN energia_periodos');
    await runner.query('ALTER TABLE empresas DROP COLUMN tarifas');
  }
}
