import type { MigrationInterface, QueryRunner } from 'typeorm';

// apagados_fallidos: OFFs of a climate rule that were refused, one after another.
export class ApagadosFallidos1764160000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE etapas_servicio ADD COLUMN apagados_fallidos smallint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE etapas_servicio DROP COLUMN apagados_fallidos');
  }
}
