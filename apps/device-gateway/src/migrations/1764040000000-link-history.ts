import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE enlaces (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     placa_id integer NOT NULL,
     online smallint NOT NULL,
     ts bigint NOT NULL
   )`,
  `CREATE INDEX enlaces_placa_idx ON enlaces (placa_id, id DESC)`,
  `ALTER TABLE planes_de_placa ADD COLUMN config_rev bigint`,
];

export class LinkHistory1764040000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE planes_de_placa DROP COLUMN config_rev');
    await runner.query('DROP TABLE enlaces');
  }
}
