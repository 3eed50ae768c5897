import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who acknowledged and who silenced, by id; older rows have the name only. */
export class Persons1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alerts.avisos ADD COLUMN reconocido_por_id integer');
    await runner.query('ALTER TABLE alerts.silencios ADD COLUMN usuario_id integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alerts.silencios DROP COLUMN usuario_id');
    await runner.query('ALTER TABLE alerts.avisos DROP COLUMN reconocido_por_id');
  }
}
