import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each round of a cloud asks which points follow its centinelas. */
export class PointsOfMeters1764150000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX puntos_centinela ON puntos (empresa_id, (fuente->>'dispositivo_id')) WHERE fuente->>'tipo' = 'centinela'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX puntos_centinela');
  }
}
