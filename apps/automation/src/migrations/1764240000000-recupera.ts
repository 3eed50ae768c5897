import type { MigrationInterface, QueryRunner } from 'typeorm';

/** recupera: the turn whose missing time this one makes up for. */
export class Recupera1764240000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE turnos ADD COLUMN recupera varchar(36)');
    await runner.query('CREATE INDEX turnos_recupera_idx ON turnos (recupera) WHERE recupera IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE turnos DROP COLUMN recupera');
  }
}
