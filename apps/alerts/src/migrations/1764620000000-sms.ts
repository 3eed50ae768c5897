import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An `sms` is what a message of that channel has beside its row: the code of a reply, and the transport that it was handed to. */
export class Sms1764620000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE alerts.telefonos (
         usuario_id integer PRIMARY KEY,
         numero text NOT NULL UNIQUE,
         desde bigint NOT NULL,
         errores integer NOT NULL DEFAULT 0,
         errores_desde bigint NOT NULL DEFAULT 0
       )`,
    );
    await runner.query(
      `CREATE TABLE alerts.telefonos_pedidos (
         usuario_id integer PRIMARY KEY,
         numero text NOT NULL,
         sha256 text NOT NULL,
         vence bigint NOT NULL,
         errores integer NOT NULL,
         pedidos integer NOT NULL,
         pedidos_desde bigint NOT NULL
       )`,
    );
    await runner.query(
      `CREATE TABLE alerts.sms (
         mensaje_id integer PRIMARY KEY,
         usuario_id integer NOT NULL,
         codigo text,
         usado bigint,
         via text,
         telefono text,
         entregado bigint
       )`,
    );
    await runner.query(
      `CREATE TABLE alerts.sms_dias (
         empresa_id integer NOT NULL,
         dia text NOT NULL,
         partes integer NOT NULL,
         PRIMARY KEY (empresa_id, dia)
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE alerts.telefonos, alerts.telefonos_pedidos, alerts.sms, alerts.sms_dias');
  }
}
