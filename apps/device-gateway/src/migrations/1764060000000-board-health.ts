import type { MigrationInterface, QueryRunner } from 'typeorm';

/** salud: what a board last said of its own health, a PlacaSalud; null = it has not said. */
export class BoardHealth1764060000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE planes_de_placa ADD COLUMN salud jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE planes_de_placa DROP COLUMN salud');
  }
}
