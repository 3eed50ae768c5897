import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // Turns that a person moved or resized on their day only. turno_id: of the turn that the program plans. Times in ms.
  `CREATE TABLE excepciones (
     turno_id varchar(36) PRIMARY KEY,
     empresa_id integer NOT NULL,
     programa_id integer NOT NULL,
     inicio bigint NOT NULL,
     segundos integer NOT NULL,
     por text NOT NULL
   )`,
  `CREATE INDEX excepciones_empresa_idx ON excepciones (empresa_id)`,
  // movido_de: the start by the program, of a turn that has an exception.
  `ALTER TABLE turnos ADD COLUMN movido_de bigint`,
];

export class Excepciones1764140000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE turnos DROP COLUMN movido_de');
    await runner.query('DROP TABLE excepciones');
  }
}
