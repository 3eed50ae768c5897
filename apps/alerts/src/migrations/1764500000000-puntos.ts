import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE alerts.puntos (
     id integer PRIMARY KEY,
     empresa_id integer NOT NULL,
     placa_id integer NOT NULL,
     nombre varchar(120) NOT NULL,
     sitio varchar(120) NOT NULL,
     magnitud varchar(40) NOT NULL,
     cada_s integer NOT NULL,
     activo smallint NOT NULL
   )`,
  `CREATE INDEX puntos_empresa_idx ON alerts.puntos (empresa_id)`,
  `ALTER TABLE alerts.avisos ADD COLUMN punto_id integer`,
];

/** Points of measurement, and the alarms about them. */
export class Puntos1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alerts.avisos DROP COLUMN punto_id');
    await runner.query('DROP TABLE alerts.puntos');
  }
}
