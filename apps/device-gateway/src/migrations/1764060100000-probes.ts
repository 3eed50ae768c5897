import type { MigrationInterface, QueryRunner } from 'typeorm';

/** sondas: the number that each sensor of another firmware first had, by what identifies it; null = the board's own. */
export class Probes1764060100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE placas ADD COLUMN sondas jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE placas DROP COLUMN sondas');
  }
}
