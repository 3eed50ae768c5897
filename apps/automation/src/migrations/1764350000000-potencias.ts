import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * potencias: what a centinela's pump takes (`que` kw), and takes for a m³ (kwh_m3), with the valves that were open together; `raros`: how
 * many newer ones in a row do not fit. Of `turnos`: whether what was learned of a turn is in it.
 */
export class Potencias1764350000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE potencias (dispositivo_id integer NOT NULL, valvulas integer[] NOT NULL, que varchar(6) NOT NULL, empresa_id integer NOT NULL,
         observaciones integer NOT NULL, media double precision NOT NULL, cuadrados double precision NOT NULL, raros integer NOT NULL,
         estado varchar(5) NOT NULL, valor double precision NOT NULL, ts bigint NOT NULL, PRIMARY KEY (dispositivo_id, valvulas, que))`,
    );
    await runner.query('CREATE INDEX potencias_empresa_idx ON potencias (empresa_id)');
    await runner.query('ALTER TABLE turnos ADD COLUMN potencia_vista boolean NOT NULL DEFAULT false');
    // Of valves whose pump a centinela watches it soon holds next to nothing.
    await runner.query(
      `CREATE INDEX turnos_sin_potencia_idx ON turnos (switch_id, inicio)
       WHERE medido AND NOT potencia_vista AND estado IN ('cumplido', 'parcial') AND real_segundos >= 780`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX turnos_sin_potencia_idx');
    await runner.query('ALTER TABLE turnos DROP COLUMN potencia_vista');
    await runner.query('DROP TABLE potencias');
  }
}
