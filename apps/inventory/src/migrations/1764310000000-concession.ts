import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an authority lets a meter take in a year, m³; null = nothing said. */
export class Concession1764310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inventory.puntos ADD COLUMN concesion_m3 double precision');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inventory.puntos DROP COLUMN concesion_m3');
  }
}
