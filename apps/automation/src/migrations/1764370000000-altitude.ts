import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds how high a company lies, m above the sea. */
export class Altitude1764370000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE empresas ADD COLUMN altitud double precision');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE empresas DROP COLUMN altitud');
  }
}
