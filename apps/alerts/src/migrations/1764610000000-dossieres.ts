import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * cifras: the canonical text whose SHA-256 is `sha256`. The first of a month is made once, whoever makes it; with the same figures there is no
 * other. A message with a dossier takes it along; an instance of the version before sends its text alone.
 */
export class Dossieres1764610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE alerts.dossieres (
         id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         empresa_id integer NOT NULL,
         mes text NOT NULL,
         numero integer NOT NULL,
         hecho bigint NOT NULL,
         sha256 text NOT NULL,
         cifras text NOT NULL,
         UNIQUE (empresa_id, mes, numero),
         UNIQUE (empresa_id, mes, sha256)
       )`,
    );
    await runner.query(
      'ALTER TABLE alerts.mensajes ADD COLUMN dossier_id integer REFERENCES alerts.dossieres ON DELETE SET NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alerts.mensajes DROP COLUMN dossier_id');
    await runner.query('DROP TABLE alerts.dossieres');
  }
}
