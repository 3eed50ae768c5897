import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The weekly try of a channel: on which day of the company's zone, the message under way, to whom it went, and how many have failed in
 * a row. A new channel counts as tried: whoever sets it up looks whether it works.
 */
export class Pruebas1764670000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE alerts.canales ADD COLUMN prueba_dia text NOT NULL DEFAULT to_char(now(), 'YYYY-MM-DD'), ADD COLUMN prueba_id integer, ADD COLUMN prueba_a text,
         ADD COLUMN pruebas_falladas integer NOT NULL DEFAULT 0`,
    );
    await runner.query('ALTER TABLE alerts.mensajes ADD COLUMN prueba boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alerts.mensajes DROP COLUMN prueba');
    await runner.query(
      `ALTER TABLE alerts.canales DROP COLUMN prueba_dia, DROP COLUMN prueba_id, DROP COLUMN prueba_a,
         DROP COLUMN pruebas_falladas`,
    );
  }
}
