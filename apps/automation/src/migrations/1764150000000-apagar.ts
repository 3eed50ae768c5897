import type { MigrationInterface, QueryRunner } from 'typeorm';

// apagar: the OFF that a person's stop still owes its switch or device: whose it is, when it was asked for and last tried.
export class Apagar1764150000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE turnos ADD COLUMN apagar jsonb');
    await runner.query('CREATE INDEX turnos_apagar_idx ON turnos (inicio) WHERE apagar IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE turnos DROP COLUMN apagar');
  }
}
