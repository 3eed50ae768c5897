import type { MigrationInterface, QueryRunner } from 'typeorm';

// ordenado: its switch or device took the order. orden_en: when it was last tried, ms; whoever tried may have died.
export class Ordenes1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE turnos ADD COLUMN ordenado boolean NOT NULL DEFAULT false, ADD COLUMN orden_en bigint',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE turnos DROP COLUMN ordenado, DROP COLUMN orden_en');
  }
}
