import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The views of lists that a person keeps. */
export class Vistas1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE auth_tenancy.vistas (
      usuario_id integer PRIMARY KEY REFERENCES auth_tenancy.usuarios (id) ON DELETE CASCADE,
      vistas jsonb NOT NULL
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth_tenancy.vistas');
  }
}
