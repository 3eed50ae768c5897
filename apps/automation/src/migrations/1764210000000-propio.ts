import type { MigrationInterface, QueryRunner } from 'typeorm';

/** estado_propio, motivo_propio: what the turn of a valve was before its pump was counted; a later report of the pump counts anew. */
export class Propio1764210000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE turnos ADD COLUMN estado_propio varchar(10), ADD COLUMN motivo_propio text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE turnos DROP COLUMN estado_propio, DROP COLUMN motivo_propio');
  }
}
