import type { MigrationInterface, QueryRunner } from 'typeorm';

/** planeado: the agendas know of this «No regar». */
export class Planeado1764180000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE no_regar ADD COLUMN planeado boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE no_regar DROP COLUMN planeado');
  }
}
