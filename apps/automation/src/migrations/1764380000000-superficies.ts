import type { MigrationInterface, QueryRunner } from 'typeorm';

/** superficies: the area of a company's sector, by the sector's name as switches and dispositivos say it. */
export class Superficies1764380000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE superficies (empresa_id integer NOT NULL, sector text NOT NULL, superficie_m2 double precision NOT NULL,
         PRIMARY KEY (empresa_id, sector))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE superficies');
  }
}
