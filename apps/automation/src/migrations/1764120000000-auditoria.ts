import { auditTrailColumns } from '@acequia/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema.js';

const UP = [
  `CREATE TABLE ${SCHEMA}.auditoria (
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
  ...auditTrailColumns(SCHEMA),
];

export class Auditoria1764120000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${SCHEMA}.auditoria`);
  }
}
