import { auditTrailColumns } from '@acequia/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const SCHEMA = 'inventory';

/** Lets the audit trail be read by time, company, person and entity, each row with the entity's name at that time. */
export class Auditoria1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of auditTrailColumns(SCHEMA)) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of ['ts', 'empresa_ts', 'usuario_ts', 'entidad_ts'])
      await runner.query(`DROP INDEX ${SCHEMA}.auditoria_${index}`);
    await runner.query(`ALTER TABLE ${SCHEMA}.auditoria DROP COLUMN nombre`);
  }
}
