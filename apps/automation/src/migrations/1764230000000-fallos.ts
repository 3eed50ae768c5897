import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * causa: why a turn failed, 'persona' = somebody ended it; turns of before are told no more ('antes'). agua: what its meter says against
 * it. tomadas, tomada_hasta: the plan that its board holds; of before it is unknown which, so the newest is taken for it.
 */
const UP = [
  `ALTER TABLE turnos ADD COLUMN causa varchar(16) DEFAULT 'antes', ADD COLUMN agua varchar(12),
     ADD COLUMN m3_esperados double precision`,
  'ALTER TABLE turnos ALTER COLUMN causa DROP DEFAULT',
  `UPDATE turnos SET causa = NULL WHERE estado IN ('previsto', 'en_curso')`,
  `CREATE INDEX turnos_fallidos_idx ON turnos (inicio) WHERE estado IN ('parcial', 'perdido') OR agua IS NOT NULL`,
  'CREATE INDEX turnos_switch_idx ON turnos (switch_id, inicio) WHERE switch_id IS NOT NULL',
  'CREATE INDEX turnos_dispositivo_idx ON turnos (dispositivo_id, inicio) WHERE dispositivo_id IS NOT NULL',
  `CREATE INDEX turnos_sin_medir_idx ON turnos (real_inicio, turno_id) WHERE NOT medido AND estado IN ('cumplido', 'parcial')`,
  'ALTER TABLE agendas ADD COLUMN tomadas jsonb, ADD COLUMN tomada_hasta bigint',
  `UPDATE agendas a SET tomadas = corridas, tomada_hasta = hasta FROM planes_de_placa p
     WHERE p.placa_id = a.placa_id AND p.agenda_tomada IS NOT NULL`,
];
const DOWN = [
  'ALTER TABLE agendas DROP COLUMN tomadas, DROP COLUMN tomada_hasta',
  'DROP INDEX turnos_sin_medir_idx, turnos_dispositivo_idx, turnos_switch_idx, turnos_fallidos_idx',
  'ALTER TABLE turnos DROP COLUMN causa, DROP COLUMN agua, DROP COLUMN m3_esperados',
];

export class Fallos1764230000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
