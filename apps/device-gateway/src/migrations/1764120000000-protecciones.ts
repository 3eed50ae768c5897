import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The protections of a board beside its rules, and those that it says have acted. */
export class Protecciones1764120000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE controles ADD COLUMN protecciones jsonb NOT NULL DEFAULT '[]'`);
    await runner.query(`ALTER TABLE planes_de_placa ADD COLUMN disparadas jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE planes_de_placa DROP COLUMN disparadas');
    await runner.query('ALTER TABLE controles DROP COLUMN protecciones');
  }
}
