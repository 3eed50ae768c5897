import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As inventory has it; null = nothing said. */
export class Concession1764690000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alerts.puntos ADD COLUMN concesion_m3 double precision');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alerts.puntos DROP COLUMN concesion_m3');
  }
}
