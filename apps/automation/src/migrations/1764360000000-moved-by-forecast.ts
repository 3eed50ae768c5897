import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * excepciones.pronostico: the forecast moved it, and may again; until now `por` said so. What an instance of the version before moves
 * after this stays where it is, as a person's change does.
 */
export class MovedByForecast1764360000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE excepciones ADD COLUMN pronostico boolean NOT NULL DEFAULT false');
    await runner.query("UPDATE excepciones SET pronostico = true WHERE por LIKE 'el pronóstico de viento de %'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE excepciones DROP COLUMN pronostico');
  }
}
