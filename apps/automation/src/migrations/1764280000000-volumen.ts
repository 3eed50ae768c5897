import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * volumen_l: water at which a turn ends; volumen_punto, volumen_n: its meter, and that one's number where the board itself ends the turn.
 * volumen_fin: when the service found the water delivered, ms. litros_placa: what the board counted; sin_medir: nothing that can be
 * believed.
 */
export class Volumen1764280000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE turnos ADD COLUMN volumen_l integer, ADD COLUMN volumen_punto integer, ADD COLUMN volumen_n smallint,
         ADD COLUMN volumen_fin bigint, ADD COLUMN litros_placa integer, ADD COLUMN sin_medir boolean NOT NULL DEFAULT false`,
    );
    await runner.query(
      `CREATE INDEX turnos_por_volumen_idx ON turnos (inicio) WHERE estado = 'en_curso' AND volumen_l IS NOT NULL AND volumen_n IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX turnos_por_volumen_idx');
    await runner.query(
      `ALTER TABLE turnos DROP COLUMN volumen_l, DROP COLUMN volumen_punto, DROP COLUMN volumen_n, DROP COLUMN volumen_fin,
         DROP COLUMN litros_placa, DROP COLUMN sin_medir`,
    );
  }
}
