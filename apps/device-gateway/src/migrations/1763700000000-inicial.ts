import { busTables } from '@acequia/bus';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema.js';

const TABLES = [
  `CREATE TABLE empresas (
     id integer PRIMARY KEY,
     nombre varchar(120) NOT NULL,
     activa smallint NOT NULL,
     zona_horaria varchar(64) NOT NULL,
     fecha_vencimiento date NOT NULL
   )`,

  // One sequence for all boards: the rev of a pin map still rises when a number is registered again.
  `CREATE SEQUENCE config_rev AS integer CYCLE`,
  // cambio: the transaction that last touched the board or its wiring. Every instance asks for what changed since the
  // oldest transaction that was still running when it last asked, so that no commit is missed (see PlacaDirectory).
  `CREATE TABLE placas (
     placa_id integer PRIMARY KEY,
     numero integer NOT NULL,
     empresa_id integer NOT NULL,
     revocada smallint NOT NULL,
     credencial_sha256 char(64),
     credencial_cifrada text,
     eliminada_en timestamptz,
     config_rev integer NOT NULL DEFAULT nextval('config_rev'),
     cambio xid8 NOT NULL DEFAULT pg_current_xact_id()
   )`,
  `CREATE INDEX placas_cambio_idx ON placas (cambio)`,
  `CREATE INDEX placas_empresa_idx ON placas (empresa_id)`,

  // sensor_pin is null when the switch has no sensor.
  `CREATE TABLE switches (
     id integer PRIMARY KEY,
     placa_id integer NOT NULL,
     empresa_id integer NOT NULL,
     tipo varchar(20) NOT NULL,
     hardware_pin smallint NOT NULL,
     sensor_pin smallint,
     activo smallint NOT NULL
   )`,
  `CREATE INDEX switches_placa_idx ON switches (placa_id)`,
  `CREATE INDEX switches_empresa_idx ON switches (empresa_id)`,

  `CREATE TABLE dispositivos (
     id integer PRIMARY KEY,
     empresa_id integer NOT NULL,
     nombre varchar(120) NOT NULL,
     shelly_id varchar(64) NOT NULL,
     tipo varchar(20) NOT NULL,
     server varchar(255) NOT NULL,
     activo smallint NOT NULL,
     suspendido smallint NOT NULL,
     fecha_vencimiento date,
     auth_key_cifrada text
   )`,
  `CREATE INDEX dispositivos_empresa_idx ON dispositivos (empresa_id)`,

  // A board's last report about itself. fillfactor: rows are rewritten often and must stay on their page.
  `CREATE TABLE conexiones (
     placa_id integer PRIMARY KEY,
     ultimo_visto bigint NOT NULL,
     fw varchar(40),
     modelo varchar(40),
     rssi smallint,
     boot varchar(40),
     reloj_adelantado smallint
   ) WITH (fillfactor = 70)`,

  `CREATE TABLE descartes (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     placa_id integer NOT NULL,
     motivo varchar(40) NOT NULL,
     detalle varchar(300) NOT NULL,
     topico varchar(200) NOT NULL,
     contenido varchar(512) NOT NULL,
     ts bigint NOT NULL
   )`,
  `CREATE INDEX descartes_placa_idx ON descartes (placa_id, id DESC)`,
];

export class Inicial1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, ...busTables(SCHEMA)]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE descartes, conexiones, dispositivos, switches, placas, empresas');
    await runner.query('DROP SEQUENCE config_rev');
  }
}
