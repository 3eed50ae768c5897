import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A turn that ends by the moisture of the soil. hasta_humedad: at which, %; hasta_punto, hasta_n: the point that tells it, and that one's
 * number where the turn's own board ends it.
 */
export class Soil1764390000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE turnos ADD COLUMN hasta_humedad double precision, ADD COLUMN hasta_punto integer, ADD COLUMN hasta_n smallint',
    );
    await runner.query(
      `CREATE INDEX turnos_por_humedad_idx ON turnos (inicio) WHERE estado = 'en_curso' AND hasta_humedad IS NOT NULL AND hasta_n IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX turnos_por_humedad_idx');
    await runner.query('ALTER TABLE turnos DROP COLUMN hasta_humedad, DROP COLUMN hasta_punto, DROP COLUMN hasta_n');
  }
}
