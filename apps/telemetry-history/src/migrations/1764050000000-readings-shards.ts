import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A turn for each shard of the readings beside the turn for all (docs/adr/0018): `turno.fragmentos` tells into how many shards the
 * turns divide the boards; `sello` = `numero` while nobody who does not know shards had the turn for all since.
 */
export class ReadingsShards1764050000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE telemetry_history.turno ADD COLUMN sello bigint NOT NULL DEFAULT -1,
         ADD COLUMN fragmentos smallint NOT NULL DEFAULT 1`,
    );
    await runner.query(
      `CREATE TABLE telemetry_history.turno_de_fragmento (
         fragmento smallint PRIMARY KEY,
         numero bigint NOT NULL
       ) WITH (fillfactor = 10)`,
    );
    await runner.query(
      'INSERT INTO telemetry_history.turno_de_fragmento SELECT fragmento, 0 FROM generate_series(0, 255) fragmento',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE telemetry_history.turno_de_fragmento');
    await runner.query('ALTER TABLE telemetry_history.turno DROP COLUMN sello, DROP COLUMN fragmentos');
  }
}
