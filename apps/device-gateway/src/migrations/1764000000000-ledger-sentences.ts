import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sentences of new rows are kept as a code with what it speaks of; `motivo` and `detalle` stay for the rows before. */
export class LedgerSentences1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE comandos ADD COLUMN motivo_datos jsonb, ADD COLUMN detalle_datos jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE comandos DROP COLUMN motivo_datos, DROP COLUMN detalle_datos');
  }
}
