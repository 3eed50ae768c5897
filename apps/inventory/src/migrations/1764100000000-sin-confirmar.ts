import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an import wrote a company, until auth-tenancy tells of it. */
export class SinConfirmar1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inventory.empresas ADD COLUMN sin_confirmar timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inventory.empresas DROP COLUMN sin_confirmar');
  }
}
