import type { MigrationInterface, QueryRunner } from 'typeorm';

/** protecciones: as inventory has them, and what the service keeps off where no board judges. `soltada`: as it was when one acted. */
export class ProteccionesDeServicio1764140000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE protecciones (
         id integer PRIMARY KEY,
         empresa_id integer NOT NULL,
         apaga integer[] NOT NULL,
         definicion jsonb NOT NULL,
         disparada_en timestamptz,
         soltada integer
       )`,
    );
    await runner.query('CREATE INDEX protecciones_empresa_idx ON protecciones (empresa_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE protecciones');
  }
}
