import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A switch's own longest time on, s; null = that of its type. */
export class MaxEncendido1763910000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inventory.switches ADD COLUMN max_encendido_s integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inventory.switches DROP COLUMN max_encendido_s');
  }
}
