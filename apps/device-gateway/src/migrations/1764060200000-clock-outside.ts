import type { MigrationInterface, QueryRunner } from 'typeorm';

/** reloj_fuera: 1 = the board's clock names times before all that is kept. */
export class ClockOutside1764060200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE conexiones ADD COLUMN reloj_fuera smallint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE conexiones DROP COLUMN reloj_fuera');
  }
}
