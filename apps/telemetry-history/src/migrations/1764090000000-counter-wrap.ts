import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The value, as it is kept, at which a counter begins at 0 again by itself; null = it never does. */
export class CounterWrap1764090000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE telemetry_history.puntos ADD COLUMN vuelta bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE telemetry_history.puntos DROP COLUMN vuelta');
  }
}
