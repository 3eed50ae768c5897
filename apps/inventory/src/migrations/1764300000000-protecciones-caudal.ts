import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Protections over the flow of a meter, with the valves behind it. */
export class ProteccionesCaudal1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE inventory.protecciones ALTER cuando TYPE varchar(10), DROP CONSTRAINT protecciones_cuando_check,
         ADD CHECK (cuando IN ('arriba', 'abajo', 'rotura', 'sin_caudal', 'fuga')),
         ADD valvula_ids integer[] NOT NULL DEFAULT '{}'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM inventory.protecciones WHERE cuando IN ('rotura', 'sin_caudal', 'fuga')`);
    await runner.query(
      `ALTER TABLE inventory.protecciones DROP valvula_ids, DROP CONSTRAINT protecciones_cuando_check,
         ADD CHECK (cuando IN ('arriba', 'abajo')), ALTER cuando TYPE varchar(6)`,
    );
  }
}
