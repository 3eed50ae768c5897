import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // Values of points, as integers (contracts' MAGNITUDES); null = the sensor gave none.
  `CREATE TABLE valores (
     punto_id integer NOT NULL,
     ts timestamptz NOT NULL,
     valor bigint,
     PRIMARY KEY (punto_id, ts)
   ) PARTITION BY RANGE (ts)`,
  // Derived: quarters of an hour in UTC, the same for every magnitude.
  `CREATE TABLE valores_15m (
     punto_id integer NOT NULL,
     ts timestamptz NOT NULL,
     n integer NOT NULL,
     n_valor integer NOT NULL,
     suma numeric NOT NULL,
     minimo bigint,
     maximo bigint,
     primero bigint,
     primero_ts timestamptz,
     ultimo bigint,
     ultimo_ts timestamptz,
     puntos bigint[],
     PRIMARY KEY (punto_id, ts)
   ) PARTITION BY RANGE (ts)`,
  // A deleted point stays: values of it may still be on their way, and go with its company.
  `CREATE TABLE puntos (
     id integer PRIMARY KEY,
     empresa_id integer NOT NULL,
     magnitud varchar(40) NOT NULL,
     eliminado boolean NOT NULL DEFAULT false
   )`,
  `CREATE INDEX puntos_empresa_idx ON puntos (empresa_id)`,
];

export class Valores1764070000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE valores, valores_15m, puntos CASCADE');
  }
}
