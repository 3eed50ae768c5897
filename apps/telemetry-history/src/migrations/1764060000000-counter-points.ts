import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The samples of a quarter whose ends do not tell what its counter did (docs/adr/0019); null = they do, or an older version wrote it. */
export class CounterPoints1764060000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE telemetry_history.mediciones_15m ADD COLUMN puntos_energia bigint[], ADD COLUMN puntos_energia_devuelta bigint[]`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE telemetry_history.mediciones_15m DROP COLUMN puntos_energia, DROP COLUMN puntos_energia_devuelta',
    );
  }
}
