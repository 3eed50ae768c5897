import type { MigrationInterface, QueryRunner } from 'typeorm';

/** protecciones: as inventory has them. Of `controles`: as each board gets them, beside its rules. */
export class Protecciones1764290000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE protecciones (id integer PRIMARY KEY, empresa_id integer NOT NULL, definicion jsonb NOT NULL)',
    );
    await runner.query('CREATE INDEX protecciones_empresa_idx ON protecciones (empresa_id)');
    await runner.query(`ALTER TABLE controles ADD COLUMN protecciones jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE controles DROP COLUMN protecciones');
    await runner.query('DROP TABLE protecciones');
  }
}
