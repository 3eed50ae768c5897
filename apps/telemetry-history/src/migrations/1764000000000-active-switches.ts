import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores whether a switch is active: usuarios do not see inactive ones. */
export class ActiveSwitches1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE telemetry_history.switches ADD COLUMN activo boolean NOT NULL DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE telemetry_history.switches DROP COLUMN activo');
  }
}
