import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE switches ADD COLUMN max_encendido_s integer`,
  // motivo: why the system ordered the command by itself.
  `ALTER TABLE comandos ADD COLUMN motivo varchar(200)`,
  `CREATE INDEX comandos_switch_recientes_idx ON comandos (pedido_en) WHERE entidad = 'switch'`,
  // The name as of that time: the person who locked a pump out must be readable while auth-tenancy is away.
  `CREATE TABLE bloqueos (
     switch_id integer PRIMARY KEY,
     empresa_id integer NOT NULL,
     usuario_id integer NOT NULL,
     usuario_nombre varchar(120) NOT NULL,
     motivo varchar(200) NOT NULL,
     desde timestamptz NOT NULL DEFAULT clock_timestamp()
   )`,
];

export class Seguros1763910000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE bloqueos');
    await runner.query('DROP INDEX comandos_switch_recientes_idx');
    await runner.query('ALTER TABLE comandos DROP COLUMN motivo');
    await runner.query('ALTER TABLE switches DROP COLUMN max_encendido_s');
  }
}
