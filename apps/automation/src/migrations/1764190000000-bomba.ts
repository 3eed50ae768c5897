import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * bomba_cuenta: 0 = it is to be seen whether the turn's pump ran, 1 = it has none, 2 = con_bomba_s holds the seconds with it
 * (NULL = unknown). Turns of before are left as they are.
 */
export class Bomba1764190000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE turnos ADD COLUMN con_bomba_s integer, ADD COLUMN bomba_cuenta smallint NOT NULL DEFAULT 1',
    );
    await runner.query('ALTER TABLE turnos ALTER COLUMN bomba_cuenta SET DEFAULT 0');
    await runner.query('CREATE INDEX turnos_bomba_idx ON turnos (inicio) WHERE bomba_cuenta = 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX turnos_bomba_idx');
    await runner.query('ALTER TABLE turnos DROP COLUMN con_bomba_s, DROP COLUMN bomba_cuenta');
  }
}
