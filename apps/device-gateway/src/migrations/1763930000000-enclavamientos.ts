import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // The name of the other switch in a refusal.
  `ALTER TABLE switches ADD COLUMN nombre varchar(120) NOT NULL DEFAULT ''`,
  `CREATE TABLE enclavamientos (
     id integer PRIMARY KEY,
     empresa_id integer NOT NULL,
     nombre varchar(120) NOT NULL,
     tipo varchar(12) NOT NULL,
     switches integer[] NOT NULL,
     bomba_id integer,
     retardo_encendido_s integer NOT NULL,
     retardo_apagado_s integer NOT NULL
   )`,
  `CREATE INDEX enclavamientos_empresa_idx ON enclavamientos (empresa_id)`,
  // A command that waits for others leaves espera_s seconds after they were confirmed, or once they ended otherwise.
  `ALTER TABLE comandos ADD COLUMN espera_a bigint[], ADD COLUMN espera_s integer`,
];

export class Enclavamientos1763930000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE comandos DROP COLUMN espera_a, DROP COLUMN espera_s');
    await runner.query('DROP TABLE enclavamientos');
    await runner.query('ALTER TABLE switches DROP COLUMN nombre');
  }
}
