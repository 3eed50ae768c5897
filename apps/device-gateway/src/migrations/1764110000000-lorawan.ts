import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is known of a company's LoRaWAN nodes. `sesion`: the run of frame counters since the node last joined; `mensajes`: the servers' names
 * of its newest uplinks; `campos`: every field that came lately, as [value, ms, why it was refused].
 */
export class Lorawan1764110000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE nodos_lorawan (
        empresa_id integer NOT NULL,
        dev_eui varchar(16) NOT NULL,
        servidor varchar(20) NOT NULL,
        nombre varchar(120) NOT NULL,
        ts bigint NOT NULL,
        sesion jsonb,
        recibidos bigint NOT NULL,
        perdidos bigint NOT NULL,
        repetidos bigint NOT NULL,
        mensajes text[] NOT NULL,
        campos jsonb NOT NULL,
        PRIMARY KEY (empresa_id, dev_eui)
      )`);
    await runner.query(
      `CREATE INDEX puntos_lorawan ON puntos (empresa_id, (fuente->>'dev_eui')) WHERE fuente->>'tipo' = 'lorawan'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE nodos_lorawan');
    await runner.query('DROP INDEX puntos_lorawan');
  }
}
