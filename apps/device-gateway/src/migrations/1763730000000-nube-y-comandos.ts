import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // Whose request budget a device spends (AccountDirectory); null = the device cannot be queried. '' = not computed yet.
  `ALTER TABLE dispositivos ADD COLUMN cuenta varchar(43) DEFAULT ''`,
  `CREATE INDEX dispositivos_cuenta_idx ON dispositivos (cuenta) WHERE cuenta IS NOT NULL`,

  // The ledger. entidad_id is a dispositivo's or a switch's; via says who carries the command out: for a relay cloud, the account whose
  // turn the command waits for. A row is never sent again once it is 'enviado', unless the refusal is certain.
  `CREATE TABLE comandos (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     comando_id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
     entidad varchar(12) NOT NULL CHECK (entidad IN ('dispositivo', 'switch')),
     entidad_id integer NOT NULL,
     empresa_id integer NOT NULL,
     via varchar(64) NOT NULL,
     accion varchar(8) NOT NULL CHECK (accion IN ('on', 'off')),
     estado varchar(16) NOT NULL DEFAULT 'solicitado' CHECK
       (estado IN ('solicitado', 'enviado', 'confirmado', 'rechazado', 'vencido', 'sin_respuesta')),
     detalle varchar(300),
     usuario_id integer,
     ip varchar(64),
     navegador varchar(300),
     intentos smallint NOT NULL DEFAULT 0,
     pedido_en timestamptz NOT NULL DEFAULT clock_timestamp(),
     vence_en timestamptz NOT NULL,
     enviado_en timestamptz,
     aceptado_en timestamptz,
     releer_en timestamptz,
     resuelto_en timestamptz
   )`,
  `CREATE INDEX comandos_abiertos_idx ON comandos (via, id) WHERE estado IN ('solicitado', 'enviado')`,
  `CREATE INDEX comandos_entidad_idx ON comandos (entidad, entidad_id, id DESC)`,
  `CREATE INDEX comandos_empresa_idx ON comandos (empresa_id, id DESC)`,
];

export class NubeYComandos1763730000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE comandos');
    await runner.query('ALTER TABLE dispositivos DROP COLUMN cuenta');
  }
}
