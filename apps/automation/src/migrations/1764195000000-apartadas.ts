import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * fallos: attempts to plan the company since the last that succeeded. apartada_hasta: it is not planned before, ms; 0 = as always.
 * impedimento: why a running program is not planned.
 */
export class Apartadas1764195000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE empresas ADD COLUMN fallos integer NOT NULL DEFAULT 0, ADD COLUMN apartada_hasta bigint NOT NULL DEFAULT 0`,
    );
    await runner.query('ALTER TABLE programas ADD COLUMN impedimento text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE programas DROP COLUMN impedimento');
    await runner.query('ALTER TABLE empresas DROP COLUMN fallos, DROP COLUMN apartada_hasta');
  }
}
