import { busTables } from '@acequia/bus';
import { auditTrailColumns } from '@acequia/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

// Times are ms since 1970. `objeto` names what a row is about: '' (the company), 'placa:7', 'switch:3', 'dispositivo:2' or
// 'sitio:Norte'.
const UP = [
  ...busTables('alerts'),
  `CREATE TABLE alerts.empresas (
     id integer PRIMARY KEY,
     nombre text NOT NULL,
     activa smallint NOT NULL,
     zona_horaria text NOT NULL,
     fecha_vencimiento date NOT NULL
   )`,
  // habito_ms: how long its ordinary outages last.
  `CREATE TABLE alerts.placas (
     placa_id integer PRIMARY KEY,
     empresa_id integer NOT NULL,
     numero integer NOT NULL,
     nombre text NOT NULL DEFAULT '',
     sitio text,
     revocada smallint NOT NULL,
     habito_ms bigint NOT NULL DEFAULT 0
   )`,
  `CREATE INDEX placas_empresa ON alerts.placas (empresa_id)`,
  `CREATE TABLE alerts.switches (
     id integer PRIMARY KEY,
     empresa_id integer NOT NULL,
     placa_id integer NOT NULL,
     nombre text NOT NULL,
     zona text NOT NULL,
     tipo text NOT NULL,
     hardware_pin smallint NOT NULL,
     sensor_pin smallint,
     activo smallint NOT NULL,
     max_encendido_s integer
   )`,
  `CREATE INDEX switches_empresa ON alerts.switches (empresa_id)`,
  // fases: which phases of a meter were ever seen alive, as bits.
  `CREATE TABLE alerts.dispositivos (
     id integer PRIMARY KEY,
     empresa_id integer NOT NULL,
     nombre text NOT NULL,
     tipo text NOT NULL,
     sitio text,
     vigila_switch_id integer,
     activo smallint NOT NULL,
     suspendido smallint NOT NULL,
     fecha_vencimiento date,
     fases smallint NOT NULL DEFAULT 0
   )`,
  `CREATE INDEX dispositivos_empresa ON alerts.dispositivos (empresa_id)`,
  `CREATE TABLE alerts.reglas (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     empresa_id integer NOT NULL,
     tipo text NOT NULL,
     objeto text NOT NULL,
     activa smallint NOT NULL,
     espera_s integer NOT NULL,
     umbral double precision,
     histeresis double precision,
     severidad text NOT NULL,
     hora_desde text,
     hora_hasta text,
     UNIQUE (empresa_id, tipo, objeto)
   )`,
  `CREATE TABLE alerts.avisos (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     empresa_id integer NOT NULL,
     tipo text NOT NULL,
     objeto text NOT NULL,
     severidad text NOT NULL,
     estado text NOT NULL CHECK (estado IN ('disparado', 'reconocido', 'resuelto')),
     desde bigint NOT NULL,
     hasta bigint,
     texto text NOT NULL,
     placa_id integer,
     switch_id integer,
     dispositivo_id integer,
     sitio text,
     switches integer[] NOT NULL DEFAULT '{}',
     reconocido_por text,
     reconocido_ts bigint,
     nota text,
     veces integer NOT NULL DEFAULT 1,
     contado smallint NOT NULL DEFAULT 0,
     silenciado smallint NOT NULL DEFAULT 0,
     causa_id integer,
     maquina jsonb NOT NULL
   )`,
  // However many instances believe that they look after a company, an alarm is open once.
  `CREATE UNIQUE INDEX avisos_abiertos ON alerts.avisos (empresa_id, tipo, objeto) WHERE estado <> 'resuelto'`,
  `CREATE INDEX avisos_empresa ON alerts.avisos (empresa_id, desde DESC)`,
  `CREATE INDEX avisos_recientes ON alerts.avisos (empresa_id, hasta)`,
  `CREATE TABLE alerts.silencios (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     empresa_id integer NOT NULL,
     objeto text NOT NULL,
     desde bigint NOT NULL,
     hasta bigint NOT NULL,
     motivo text NOT NULL,
     usuario_nombre text NOT NULL
   )`,
  `CREATE INDEX silencios_empresa ON alerts.silencios (empresa_id, hasta)`,
  `CREATE TABLE alerts.canales (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     empresa_id integer NOT NULL,
     canal text NOT NULL,
     destino text NOT NULL,
     severidad_minima text NOT NULL,
     activo smallint NOT NULL,
     secreto_cifrado text,
     UNIQUE (empresa_id, canal, destino)
   )`,
  // A message as it leaves. Its id is the number that it shows: sent twice it is recognised.
  `CREATE TABLE alerts.mensajes (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     empresa_id integer NOT NULL,
     canal text NOT NULL,
     destino text NOT NULL,
     partes jsonb NOT NULL,
     estado text NOT NULL CHECK (estado IN ('armado', 'enviado', 'fallido')),
     tomado bigint,
     intentos integer NOT NULL DEFAULT 0,
     telegram_ids bigint[] NOT NULL DEFAULT '{}',
     detalle text,
     creado bigint NOT NULL,
     enviado bigint
   )`,
  `CREATE INDEX mensajes_armados ON alerts.mensajes (empresa_id, canal, destino) WHERE estado = 'armado'`,
  `CREATE INDEX mensajes_enviados ON alerts.mensajes (canal, destino, enviado) WHERE estado = 'enviado'`,
  // What is to be told, written in the transaction of what it tells of.
  `CREATE TABLE alerts.entregas (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     empresa_id integer NOT NULL,
     aviso_id integer NOT NULL REFERENCES alerts.avisos ON DELETE CASCADE,
     canal text NOT NULL,
     destino text NOT NULL,
     clase text NOT NULL CHECK (clase IN ('disparo', 'cambio', 'resuelto')),
     estado text NOT NULL CHECK (estado IN ('pendiente', 'enviado', 'fallido', 'descartado')),
     mensaje_id integer REFERENCES alerts.mensajes ON DELETE SET NULL,
     detalle text,
     creado bigint NOT NULL
   )`,
  `CREATE INDEX entregas_pendientes ON alerts.entregas (empresa_id, canal, destino, id) WHERE estado = 'pendiente'`,
  `CREATE INDEX entregas_aviso ON alerts.entregas (aviso_id, id)`,
  `CREATE INDEX entregas_mensaje ON alerts.entregas (mensaje_id)`,
  // Before no_antes nothing is sent there: the addressee asked for patience, or failed. oyente: why its buttons are not heard.
  `CREATE TABLE alerts.destinos (
     empresa_id integer NOT NULL,
     canal text NOT NULL,
     destino text NOT NULL,
     no_antes bigint NOT NULL DEFAULT 0,
     fallos integer NOT NULL DEFAULT 0,
     detalle text,
     oyente text,
     PRIMARY KEY (empresa_id, canal, destino)
   )`,
  `CREATE TABLE alerts.vinculos (
     usuario_id integer PRIMARY KEY,
     telegram_id bigint NOT NULL,
     desde bigint NOT NULL
   )`,
  `CREATE INDEX vinculos_telegram ON alerts.vinculos (telegram_id)`,
  `CREATE TABLE alerts.codigos (usuario_id integer PRIMARY KEY, sha256 text NOT NULL, vence bigint NOT NULL)`,
  `CREATE TABLE alerts.auditoria (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     ts timestamptz NOT NULL DEFAULT clock_timestamp(),
     usuario_id integer,
     servicio varchar(40),
     empresa_id integer,
     accion varchar(40) NOT NULL,
     entidad varchar(40) NOT NULL,
     antes jsonb,
     despues jsonb,
     trace_id varchar(64) NOT NULL DEFAULT ''
   )`,
  ...auditTrailColumns('alerts'),
];

export class Inicial1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA alerts CASCADE');
  }
}
