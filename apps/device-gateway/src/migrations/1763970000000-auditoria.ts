import { auditTrailColumns } from '@acequia/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema.js';

/** Who locked a switch out, why, and who released it: `bloqueos` holds only the current lockouts. */
const TRAIL = `CREATE TABLE auditoria (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     ts timestamptz NOT NULL DEFAULT now(),
     usuario_id integer,
     servicio varchar(40),
     empresa_id integer NOT NULL,
     accion varchar(40) NOT NULL,
     entidad varchar(40) NOT NULL,
     antes jsonb,
     despues jsonb,
     trace_id varchar(64) NOT NULL DEFAULT ''
   )`;

export class Auditoria1763970000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [TRAIL, ...auditTrailColumns(SCHEMA)]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auditoria');
  }
}
