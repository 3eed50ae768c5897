import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Points of measurement that tell the water of switches, and what they told of each turn. */
export class Puntos1764220000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE puntos (
         id integer PRIMARY KEY,
         empresa_id integer NOT NULL,
         magnitud varchar(40) NOT NULL,
         mide integer[] NOT NULL
       )`,
    );
    await runner.query('CREATE INDEX puntos_empresa_idx ON puntos (empresa_id)');
    await runner.query('ALTER TABLE turnos ADD COLUMN m3_medidos double precision');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE turnos DROP COLUMN m3_medidos');
    await runner.query('DROP TABLE puntos');
  }
}
