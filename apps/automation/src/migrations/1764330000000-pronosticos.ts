import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By place, `latitud,longitud`: when it was asked for last, and what was answered last. Times in ms. */
export class Pronosticos1764330000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE pronosticos (lugar varchar(16) PRIMARY KEY, pedido bigint NOT NULL, ts bigint, horas jsonb NOT NULL DEFAULT '[]')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE pronosticos');
  }
}
