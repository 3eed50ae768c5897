import type { MigrationInterface, QueryRunner } from 'typeorm';

// Events need a new rev: a consumer that replays the older event first would take this one for a repetition.
const POINTS = `
  WITH punto AS (UPDATE inventory.puntos SET version = version + 1 RETURNING *)
  INSERT INTO inventory.bus_outbox (name, entidad, rev, trace_id, data)
  SELECT 'punto.guardado', 'punto:' || id, version, 'told-again', jsonb_build_object(
    'id', id, 'empresa_id', empresa_id, 'placa_id', placa_id, 'n', n, 'fuente', fuente, 'magnitud', magnitud,
    'nombre', nombre, 'sitio', sitio, 'a', a, 'b', b, 'cada_s', cada_s, 'activo', activo,
    'mide', CASE WHEN mide = '{}' THEN NULL ELSE jsonb_build_object('switch_ids', to_jsonb(mide)) END)
  FROM punto ORDER BY id`;

/** telemetry-history now keeps the name of each point: all are emitted once more. */
export class PointsToldAgain1764210000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(POINTS);
  }

  async down(): Promise<void> {
    // Emitted events cannot be undone.
  }
}
