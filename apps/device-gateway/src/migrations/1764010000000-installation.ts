import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The epoch of this installation, seconds since 1970: boards treat a message of another epoch as newer, whatever its rev. A missing row
 * is created again, so a restore only has to empty the table.
 */
export class Installation1764010000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE installation (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), epoch bigint NOT NULL)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE installation');
  }
}
