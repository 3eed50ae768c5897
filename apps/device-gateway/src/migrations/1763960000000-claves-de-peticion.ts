import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Idempotency-Keys beside the ledger: a command of several requests keeps the key of each, so that a repetition of any of them finds the
 * command.
 */
const UP = [
  `CREATE TABLE comandos_claves (
     usuario_id integer NOT NULL,
     clave varchar(128) NOT NULL,
     comando bigint NOT NULL REFERENCES comandos (id) ON DELETE CASCADE,
     PRIMARY KEY (usuario_id, clave)
   )`,
  // Deleting a command deletes its keys.
  `CREATE INDEX comandos_claves_comando_idx ON comandos_claves (comando)`,
  `INSERT INTO comandos_claves SELECT usuario_id, clave, id FROM comandos WHERE clave IS NOT NULL`,
  `ALTER TABLE comandos DROP COLUMN clave`,
];
const DOWN = [
  `ALTER TABLE comandos ADD COLUMN clave varchar(128)`,
  `UPDATE comandos c SET clave = k.clave FROM comandos_claves k WHERE k.comando = c.id AND k.usuario_id = c.usuario_id`,
  `CREATE UNIQUE INDEX comandos_clave_idx ON comandos (usuario_id, clave) WHERE clave IS NOT NULL`,
  `DROP TABLE comandos_claves`,
];

export class ClavesDePeticion1763960000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
