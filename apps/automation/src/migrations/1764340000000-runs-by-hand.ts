import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The `ts` of the order whose flow was looked at. */
export class RunsByHand1764340000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ordenes_de_personas ADD COLUMN caudal_visto bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ordenes_de_personas DROP COLUMN caudal_visto');
  }
}
