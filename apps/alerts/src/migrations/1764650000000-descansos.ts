import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The quiet hours of people. */
export class Descansos1764650000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE alerts.descansos (
         usuario_id integer PRIMARY KEY,
         descanso_desde text,
         descanso_hasta text,
         descanso_severidad text NOT NULL
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE alerts.descansos');
  }
}
