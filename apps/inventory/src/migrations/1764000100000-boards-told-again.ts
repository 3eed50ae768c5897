import type { MigrationInterface, QueryRunner } from 'typeorm';

// Events need a new rev: a consumer that replays the older event first would take this one for a repetition.
const BOARDS = `
  WITH placa AS (UPDATE inventory.placas SET version = version + 1 RETURNING *)
  INSERT INTO inventory.bus_outbox (name, entidad, rev, trace_id, data)
  SELECT 'placa.guardada', 'placa:' || placa_id, version, 'told-again', jsonb_build_object(
    'placa_id', placa_id, 'numero', numero, 'empresa_id', empresa_id, 'nombre', nombre, 'sitio', sitio,
    'dialecto', dialecto, 'revocada', revocada, 'credencial_sha256', credencial_sha256,
    'credencial_cifrada', credencial_cifrada, 'credenciales_anteriores', credenciales_anteriores)
  FROM placa ORDER BY placa_id`;

const INACTIVE_SWITCHES = `
  WITH sw AS (UPDATE inventory.switches SET version = version + 1 WHERE activo = 0 RETURNING *)
  INSERT INTO inventory.bus_outbox (name, entidad, rev, trace_id, data)
  SELECT 'switch.guardado', 'switch:' || sw.id, sw.version, 'told-again', jsonb_build_object(
    'id', sw.id, 'nombre', sw.nombre, 'tipo', sw.tipo, 'zona', sw.zona, 'empresa_id', sw.empresa_id,
    'dispositivo_id', p.numero, 'placa_id', sw.placa_id, 'par_numero', sw.par_numero,
    'switch_site_id', sw.switch_site_id, 'hardware_pin', sw.hardware_pin, 'tiene_sensor', sw.tiene_sensor,
    'sensor_pin', sw.sensor_pin, 'activo', sw.activo, 'max_encendido_s', sw.max_encendido_s,
    'caudal_m3h', sw.caudal_m3h)
  FROM sw JOIN inventory.placas p ON p.placa_id = sw.placa_id ORDER BY sw.id`;

/** Board events now hold name and place, and telemetry-history needs to know inactive switches: both are emitted once more. */
export class BoardsToldAgain1764000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [BOARDS, INACTIVE_SWITCHES]) await runner.query(statement);
  }

  async down(): Promise<void> {
    // Emitted events cannot be undone.
  }
}
