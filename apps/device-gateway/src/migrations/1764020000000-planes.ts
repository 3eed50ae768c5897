import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE agendas (
     placa_id integer PRIMARY KEY,
     rev integer NOT NULL,
     hasta bigint NOT NULL,
     corridas jsonb NOT NULL
   )`,
  // What a board reported about itself; the counters are the revisions of its events.
  `CREATE TABLE planes_de_placa (
     placa_id integer PRIMARY KEY,
     puede text[] NOT NULL DEFAULT '{}',
     agenda_rev integer,
     planes_rev integer NOT NULL DEFAULT 0,
     corridas_rev integer NOT NULL DEFAULT 0
   )`,
];

export class Planes1764020000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['planes_de_placa', 'agendas']) await runner.query(`DROP TABLE ${table}`);
  }
}
