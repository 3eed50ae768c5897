import type { MigrationInterface, QueryRunner } from 'typeorm';

// Events need a new rev: a consumer that replays the older event first would take this one for a repetition.
const PROTECTIONS = `
  WITH one AS (UPDATE inventory.protecciones SET version = version + 1 RETURNING *)
  INSERT INTO inventory.bus_outbox (name, entidad, rev, trace_id, data)
  SELECT 'proteccion.guardada', 'proteccion:' || id, version, 'told-again', jsonb_build_object(
    'id', id, 'empresa_id', empresa_id, 'nombre', nombre, 'placa_id', placa_id, 'punto_id', punto_id, 'cuando', cuando, 'valor', valor,
    'valvula_ids', valvula_ids, 'durante_s', durante_s, 'gracia_s', gracia_s, 'con_switch_id', con_switch_id, 'apaga', apaga,
    'sin_dato', sin_dato, 'libera', libera, 'activa', activa,
    'omitida_hasta', floor(extract(epoch FROM omitida_hasta) * 1000)::bigint, 'soltada', soltada)
  FROM one ORDER BY id`;

/** device-gateway now keeps the protections that no board judges: all are emitted once more. */
export class ProtectionsToldAgain1764330000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PROTECTIONS);
  }

  async down(): Promise<void> {
    // Emitted events cannot be undone.
  }
}
