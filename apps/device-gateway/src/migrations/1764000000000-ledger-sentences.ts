import type { MigrationInterface, QueryRunner } from 'typeorm';

/** New rows store a sentence as a code with its data; `motivo` and `detalle` remain for older rows. */
export class LedgerSentences1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE comandos ADD COLUMN motivo_datos jsonb, ADD COLUMN detalle_datos jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE comandos DROP COLUMN motivo_datos, DROP COLUMN detalle_datos');
  }
}
