import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The dialect of a board's firmware. */
export class Dialecto1763920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE inventory.placas ADD COLUMN dialecto varchar(20) NOT NULL DEFAULT 'acequia'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inventory.placas DROP COLUMN dialecto');
  }
}
