import type { MigrationInterface, QueryRunner } from 'typeorm';

/** ancla: the date on which the week of the first person begins. A change gives one week, named by its date, to another person. */
export class Guardias1764630000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE alerts.guardias (
         empresa_id integer PRIMARY KEY,
         personas integer[] NOT NULL,
         dia integer NOT NULL,
         hora text NOT NULL,
         severidad_minima text NOT NULL,
         escalar_min integer NOT NULL,
         ancla text NOT NULL
       )`,
    );
    await runner.query(
      `CREATE TABLE alerts.guardia_cambios (
         empresa_id integer NOT NULL,
         semana text NOT NULL,
         usuario_id integer NOT NULL,
         PRIMARY KEY (empresa_id, semana)
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE alerts.guardias, alerts.guardia_cambios');
  }
}
