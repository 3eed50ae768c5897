import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names at the time of this migration: a migration does not follow later changes of the contract. */
const FASES = ['a', 'b', 'c'];
const MAGNITUDES = [
  ...['voltaje', 'corriente', 'potencia_activa', 'potencia_aparente', 'factor_potencia'].flatMap((nombre) =>
    FASES.map((fase) => `${nombre}_${fase}`),
  ),
  'total_act_power',
  'total_aparent_power',
  'temp',
];
const COUNTERS = ['energia', 'energia_devuelta'];

const columnas = (names: string[], define: (nombre: string) => string[]): string =>
  names.flatMap(define).join(',\n     ');

const STATEMENTS = [
  // Samples of meters, as integers (contracts' MEASUREMENT_SCALES); null = missing in the sample.
  `CREATE TABLE mediciones (
     dispositivo_id integer NOT NULL,
     ts timestamptz NOT NULL,
     ${columnas(MAGNITUDES, (x) => [`${x} integer`])},
     ${columnas(COUNTERS, (x) => [`${x} bigint`])},
     PRIMARY KEY (dispositivo_id, ts)
   ) PARTITION BY RANGE (ts)`,

  // Derived: quarters of an hour in UTC. For a counter: its first and last value in the quarter and the rise between them
  // ("interna"), where a fall counts as a restart at 0; the rise between two quarters follows from their ends.
  `CREATE TABLE mediciones_15m (
     dispositivo_id integer NOT NULL,
     ts timestamptz NOT NULL,
     n integer NOT NULL,
     ${columnas(MAGNITUDES, (x) => [
       `n_${x} integer NOT NULL`,
       `suma_${x} bigint NOT NULL`,
       `min_${x} integer`,
       `max_${x} integer`,
     ])},
     ${columnas(COUNTERS, (x) => [
       `n_${x} integer NOT NULL`,
       `primera_${x} bigint`,
       `primera_ts_${x} timestamptz`,
       `ultima_${x} bigint`,
       `ultima_ts_${x} timestamptz`,
       `interna_${x} bigint NOT NULL`,
       `reinicios_${x} integer NOT NULL`,
     ])},
     PRIMARY KEY (dispositivo_id, ts)
   ) PARTITION BY RANGE (ts)`,

  `CREATE TABLE dispositivos (
     id integer PRIMARY KEY,
     empresa_id integer NOT NULL,
     nombre varchar(120) NOT NULL,
     eliminado boolean NOT NULL DEFAULT false
   )`,
  `CREATE INDEX dispositivos_empresa_idx ON dispositivos (empresa_id)`,

  // Which company owned a device when: [desde, hasta), at full quarters of an hour, so that no roll-up mixes two owners' samples.
  `CREATE TABLE tenencias (
     dispositivo_id integer NOT NULL,
     empresa_id integer NOT NULL,
     desde timestamptz NOT NULL,
     hasta timestamptz NOT NULL,
     CHECK (desde < hasta),
     PRIMARY KEY (dispositivo_id, desde)
   )`,
  `CREATE INDEX tenencias_empresa_idx ON tenencias (empresa_id)`,
];

export class Energia1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mediciones, mediciones_15m, dispositivos, tenencias CASCADE');
  }
}
