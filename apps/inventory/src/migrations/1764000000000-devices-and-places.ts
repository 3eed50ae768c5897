import type { MigrationInterface, QueryRunner } from 'typeorm';

// cuenta_ids: fingerprints of (cloud account, device), computed at startup for rows older than the column. *_global: an admin_global set
// the value, so nobody else can lift it.
const UP = [
  `ALTER TABLE inventory.placas ADD COLUMN sitio varchar(120) NOT NULL DEFAULT ''`,
  `ALTER TABLE inventory.switches ADD COLUMN caudal_m3h double precision CHECK (caudal_m3h > 0)`,
  `ALTER TABLE inventory.dispositivos
     ADD COLUMN sitio varchar(120) NOT NULL DEFAULT '',
     ADD COLUMN vigila_switch_id integer,
     ADD COLUMN cuenta_ids text[] NOT NULL DEFAULT '{}',
     ADD COLUMN suspension_global smallint NOT NULL DEFAULT 0,
     ADD COLUMN vencimiento_global smallint NOT NULL DEFAULT 0`,
  `CREATE INDEX dispositivos_cuenta_ids ON inventory.dispositivos USING gin (cuenta_ids)`,
  `CREATE INDEX dispositivos_vigila ON inventory.dispositivos (vigila_switch_id) WHERE vigila_switch_id IS NOT NULL`,
  // Limits of an admin_global on a device that its company then deleted or renamed.
  `CREATE TABLE inventory.dispositivos_limitados (
     empresa_id integer NOT NULL,
     shelly_clave text NOT NULL,
     suspendido smallint NOT NULL,
     fecha_vencimiento date,
     PRIMARY KEY (empresa_id, shelly_clave)
   )`,
];
const DOWN = [
  `DROP TABLE inventory.dispositivos_limitados`,
  `ALTER TABLE inventory.dispositivos DROP COLUMN sitio, DROP COLUMN vigila_switch_id, DROP COLUMN cuenta_ids,
     DROP COLUMN suspension_global, DROP COLUMN vencimiento_global`,
  `ALTER TABLE inventory.switches DROP COLUMN caudal_m3h`,
  `ALTER TABLE inventory.placas DROP COLUMN sitio`,
];

export class DevicesAndPlaces1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
