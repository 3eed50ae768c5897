import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // pin and max_s as they were sent: the wiring may change before the board answers. clave: the request's Idempotency-Key.
  `ALTER TABLE comandos ADD COLUMN pin smallint, ADD COLUMN max_s integer, ADD COLUMN clave varchar(128)`,
  `CREATE UNIQUE INDEX comandos_clave_idx ON comandos (usuario_id, clave) WHERE clave IS NOT NULL`,
  // Commands that a board's late report may still settle.
  `CREATE INDEX comandos_en_duda_idx ON comandos (pedido_en) WHERE entidad = 'switch' AND estado = 'sin_respuesta'`,
];

export class ComandosASwitches1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX comandos_en_duda_idx, comandos_clave_idx');
    await runner.query('ALTER TABLE comandos DROP COLUMN pin, DROP COLUMN max_s, DROP COLUMN clave');
  }
}
