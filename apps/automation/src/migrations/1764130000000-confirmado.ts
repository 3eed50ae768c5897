import type { MigrationInterface, QueryRunner } from 'typeorm';

// confirmado: whether it is known what its switch or device did.
export class Confirmado1764130000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE turnos ADD COLUMN confirmado boolean NOT NULL DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE turnos DROP COLUMN confirmado');
  }
}
