import type { MigrationInterface, QueryRunner } from 'typeorm';

/** New rows store a sentence as a code with its data; `detalle` and `oyente` remain for older rows. */
export class DetailCodes1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alerts.mensajes ADD COLUMN detalle_datos jsonb');
    await runner.query('ALTER TABLE alerts.entregas ADD COLUMN detalle_datos jsonb');
    await runner.query('ALTER TABLE alerts.destinos ADD COLUMN detalle_datos jsonb, ADD COLUMN oyente_datos jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alerts.destinos DROP COLUMN detalle_datos, DROP COLUMN oyente_datos');
    await runner.query('ALTER TABLE alerts.entregas DROP COLUMN detalle_datos');
    await runner.query('ALTER TABLE alerts.mensajes DROP COLUMN detalle_datos');
  }
}
