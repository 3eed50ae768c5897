import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a turn is not as planned: codes with their data. A row from before keeps its sentence. */
export class Motivos1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE turnos ADD COLUMN motivos jsonb, ADD COLUMN motivos_propio jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE turnos DROP COLUMN motivos, DROP COLUMN motivos_propio');
  }
}
