import type { MigrationInterface, QueryRunner } from 'typeorm';

/** pasos_planeados: the steps of the program when its company was planned last: what an edit added is not among them. NULL = never. */
export class PasosPlaneados1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE programas ADD COLUMN pasos_planeados jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE programas DROP COLUMN pasos_planeados');
  }
}
