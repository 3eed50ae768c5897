import type { MigrationInterface, QueryRunner } from 'typeorm';

/** renovar_en: when the order that renews a turn's time on was tried last, ms; null = nothing is to be renewed. */
export class Renovar1764170000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE turnos ADD COLUMN renovar_en bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE turnos DROP COLUMN renovar_en');
  }
}
