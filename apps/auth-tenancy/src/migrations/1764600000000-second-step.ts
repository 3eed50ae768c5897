import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Second steps of logins, and which companies demand one. A step that was not confirmed yet does not count. */
export class SecondStep1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE auth_tenancy.segundos_pasos (
      usuario_id integer PRIMARY KEY REFERENCES auth_tenancy.usuarios (id) ON DELETE CASCADE,
      clave_cifrada text NOT NULL,
      confirmado timestamptz,
      ultima_ventana bigint NOT NULL DEFAULT 0,
      respaldos text[] NOT NULL DEFAULT '{}'
    )`);
    await runner.query('ALTER TABLE auth_tenancy.empresas ADD COLUMN segundo_paso boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth_tenancy.empresas DROP COLUMN segundo_paso');
    await runner.query('DROP TABLE auth_tenancy.segundos_pasos');
  }
}
