import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // hold_s is not sent to the board: it says how long a person's order wins over the rule.
  `CREATE TABLE controles (
     placa_id integer PRIMARY KEY,
     rev integer NOT NULL,
     reglas jsonb NOT NULL
   )`,
  `ALTER TABLE planes_de_placa ADD COLUMN control_rev integer`,
];

export class Controles1764030000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE planes_de_placa DROP COLUMN control_rev');
    await runner.query('DROP TABLE controles');
  }
}
