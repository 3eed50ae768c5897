import type { MigrationInterface, QueryRunner } from 'typeorm';

/** caudales: by the meter and the valves that were open together. Of `turnos`: whether what was learned of a turn is in it. */
export class Caudales1764320000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE caudales (punto_id integer NOT NULL, valvulas integer[] NOT NULL, empresa_id integer NOT NULL,
         observaciones integer NOT NULL, media double precision NOT NULL, cuadrados double precision NOT NULL, ts bigint NOT NULL,
         PRIMARY KEY (punto_id, valvulas))`,
    );
    await runner.query('CREATE INDEX caudales_empresa_idx ON caudales (empresa_id)');
    await runner.query('ALTER TABLE turnos ADD COLUMN caudal_visto boolean NOT NULL DEFAULT false');
    // Of switches with a meter it soon holds next to nothing.
    await runner.query(
      `CREATE INDEX turnos_sin_ver_idx ON turnos (switch_id, inicio)
       WHERE medido AND NOT caudal_visto AND agua IS NULL AND estado IN ('cumplido', 'parcial') AND real_segundos >= 300`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX turnos_sin_ver_idx');
    await runner.query('ALTER TABLE turnos DROP COLUMN caudal_visto');
    await runner.query('DROP TABLE caudales');
  }
}
