import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The gateway's copy of the points of measurement. */
export class Puntos1764070000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE puntos (
         id integer PRIMARY KEY,
         empresa_id integer NOT NULL,
         placa_id integer NOT NULL,
         n smallint NOT NULL,
         fuente jsonb NOT NULL,
         magnitud varchar(40) NOT NULL,
         a double precision NOT NULL,
         b double precision NOT NULL,
         cada_s integer NOT NULL,
         activo smallint NOT NULL
       )`,
    );
    await runner.query('CREATE INDEX puntos_placa_idx ON puntos (placa_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE puntos');
  }
}
