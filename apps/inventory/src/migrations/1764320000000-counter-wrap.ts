import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a counter says when it begins at 0 again by itself; null = it never does. */
export class CounterWrap1764320000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inventory.puntos ADD COLUMN vuelta double precision');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inventory.puntos DROP COLUMN vuelta');
  }
}
