import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an alarm says, as data. Rows from before keep their sentence, which is never parsed. */
export class Datos1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alerts.avisos ADD COLUMN datos jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alerts.avisos DROP COLUMN datos');
  }
}
