import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What conditions and rules need to know of a point; '' and null until it is told again. */
export class PointsKnown1764250000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE puntos ADD COLUMN nombre varchar(120) NOT NULL DEFAULT '', ADD COLUMN cada_s integer NOT NULL DEFAULT 60,
         ADD COLUMN placa_id integer, ADD COLUMN n smallint, ADD COLUMN de_placa boolean NOT NULL DEFAULT false`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE puntos DROP COLUMN nombre, DROP COLUMN cada_s, DROP COLUMN placa_id, DROP COLUMN n, DROP COLUMN de_placa`,
    );
  }
}
