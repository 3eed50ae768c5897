import { Outbox } from '@acequia/bus';
import type { EventData } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

interface Cableado {
  placa_id: number;
  empresa_id: number;
  tipo: string;
  hardware_pin: number;
  sensor_pin: number | null;
  max_encendido_s: number | null;
}

const sameCableado = (a: Cableado, b: Cableado): boolean =>
  a.placa_id === b.placa_id &&
  a.empresa_id === b.empresa_id &&
  a.tipo === b.tipo &&
  a.hardware_pin === b.hardware_pin &&
  a.sensor_pin === b.sensor_pin &&
  a.max_encendido_s === b.max_encendido_s;

/**
 * inventory does not know which credentials were used. Of the replaced credentials in its event, only those stay that are still valid
 * here, and the one that was replaced just now.
 */
const PREVIOUS_ONES = `CASE WHEN excluded.credencial_sha256 IS NOT DISTINCT FROM placas.credencial_sha256
  THEN placas.credenciales_anteriores
  ELSE (SELECT coalesce(jsonb_agg(a ORDER BY n), '[]')
    FROM jsonb_array_elements(excluded.credenciales_anteriores) WITH ORDINALITY AS x (a, n)
    WHERE a->>'sha256' = placas.credencial_sha256 OR EXISTS
      (SELECT FROM jsonb_array_elements(placas.credenciales_anteriores) AS y (b) WHERE b->>'sha256' = a->>'sha256')) END`;

/** By this age every instance has read the tombstone. */
const TOMBSTONE_DAYS = 7;
const PURGE_EVERY_MS = 3_600_000;
/** Tables with rows of one board, which go with it. */
const OF_A_BOARD = [
  'conexiones',
  'enlaces',
  'descartes',
  'agendas',
  'controles',
  'planes_de_placa',
  'puntos',
  'actualizacion_placas',
] as const;

/** Events of this service about what is deleted: they name its company and people. */
const ABOUT_GONE = `SELECT entidad FROM bus_outbox o
  WHERE name = 'orden.persona' AND NOT EXISTS (SELECT FROM switches WHERE 'orden:switch:' || id = o.entidad)
    AND NOT EXISTS (SELECT FROM dispositivos WHERE 'orden:dispositivo:' || id = o.entidad)
  OR name IN ('placa.planes', 'placa.corridas') AND NOT EXISTS (SELECT FROM placas p
    WHERE p.placa_id = (o.data->>'placa_id')::integer AND p.eliminada_en IS NULL)`;

/** Writes the projection, the gateway's copy of what it must know while inventory is down, in the transaction of the event. */
@Injectable()
export class ProjectionRepository {
  private purgedAt = 0;

  constructor(
    private readonly db: DataSource,
    private readonly outbox: Outbox,
  ) {}

  /** Removes the remains of deleted boards; at most once an hour, however often it is called. */
  async purge(): Promise<void> {
    if (Date.now() - this.purgedAt < PURGE_EVERY_MS) return;
    this.purgedAt = Date.now();
    const age = `now() - interval '${TOMBSTONE_DAYS} days'`;
    await this.db.query(`DELETE FROM placas WHERE eliminada_en < ${age}`);
    for (const table of OF_A_BOARD) {
      await this.db.query(
        `DELETE FROM ${table} t WHERE t.placa_id IS NOT NULL AND NOT EXISTS
           (SELECT 1 FROM placas p WHERE p.placa_id = t.placa_id AND p.eliminada_en IS NULL)`,
      );
    }
    const gone: { entidad: string }[] = await this.db.query(ABOUT_GONE);
    await this.outbox.forget(
      this.db.manager,
      gone.map(({ entidad }) => entidad),
    );
  }

  async saveEmpresa(tx: EntityManager, empresa: EventData<'empresa.guardada'>): Promise<void> {
    await tx.query(
      `INSERT INTO empresas (id, nombre, activa, zona_horaria, fecha_vencimiento) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET nombre = excluded.nombre, activa = excluded.activa,
         zona_horaria = excluded.zona_horaria, fecha_vencimiento = excluded.fecha_vencimiento`,
      [empresa.id, empresa.nombre, empresa.activa, empresa.zona_horaria, empresa.fecha_vencimiento],
    );
  }

  /** Cuts the company's boards off at once, without waiting for inventory's own events. */
  async eraseEmpresa(tx: EntityManager, id: number): Promise<void> {
    await tx.query('DELETE FROM empresas WHERE id = $1', [id]);
    await tx.query('DELETE FROM switches WHERE empresa_id = $1', [id]);
    await tx.query('DELETE FROM bloqueos WHERE empresa_id = $1', [id]);
    await tx.query('DELETE FROM enclavamientos WHERE empresa_id = $1', [id]);
    await tx.query('DELETE FROM protecciones WHERE empresa_id = $1', [id]);
    await tx.query('DELETE FROM puntos WHERE empresa_id = $1', [id]);
    await tx.query('DELETE FROM nodos_lorawan WHERE empresa_id = $1', [id]);
    await tx.query('DELETE FROM dispositivos WHERE empresa_id = $1', [id]);
    await tx.query('DELETE FROM comandos WHERE empresa_id = $1', [id]);
    await tx.query('DELETE FROM actualizacion_placas WHERE empresa_id = $1', [id]);
    await tx.query(
      'UPDATE placas SET eliminada_en = now(), cambio = pg_current_xact_id() WHERE empresa_id = $1 AND eliminada_en IS NULL',
      [id],
    );
  }

  /** Numbers that sensors of a board have for good; one that is stored already stays. */
  async saveProbes(placa_id: number, probes: Record<string, number | null>): Promise<void> {
    await this.db.query(
      // Another gateway may have given one of these numbers to another sensor meanwhile.
      `UPDATE placas SET cambio = pg_current_xact_id(), sondas = (
         SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each($2::jsonb) learned
         WHERE value = 'null' OR NOT EXISTS (SELECT FROM jsonb_each(sondas) known WHERE known.value = learned.value)
       ) || sondas WHERE placa_id = $1`,
      [placa_id, JSON.stringify(probes)],
    );
  }

  async savePlaca(tx: EntityManager, placa: EventData<'placa.guardada'>): Promise<void> {
    await tx.query(
      `INSERT INTO placas (placa_id, numero, empresa_id, revocada, credencial_sha256, credencial_cifrada,
         credenciales_anteriores, dialecto)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (placa_id) DO UPDATE SET numero = excluded.numero, empresa_id = excluded.empresa_id,
         revocada = excluded.revocada, credencial_sha256 = excluded.credencial_sha256,
         credencial_cifrada = excluded.credencial_cifrada, credenciales_anteriores = ${PREVIOUS_ONES},
         dialecto = excluded.dialecto, eliminada_en = NULL, cambio = pg_current_xact_id()`,
      [
        placa.placa_id,
        placa.numero,
        placa.empresa_id,
        placa.revocada,
        placa.credencial_sha256,
        placa.credencial_cifrada ?? null,
        JSON.stringify(placa.credenciales_anteriores ?? []),
        placa.dialecto ?? 'acequia',
      ],
    );
  }

  /** A board has used this credential: older credentials end. */
  async usedCredential(placa_id: number, sha256: string): Promise<void> {
    await this.db.query(
      `UPDATE placas SET cambio = pg_current_xact_id(), credenciales_anteriores =
         (SELECT coalesce(jsonb_agg(a ORDER BY n), '[]') FROM jsonb_array_elements(credenciales_anteriores) WITH ORDINALITY AS x (a, n)
          WHERE n <= (SELECT coalesce(max(m), 0) FROM jsonb_array_elements(credenciales_anteriores) WITH ORDINALITY AS y (b, m)
            WHERE b->>'sha256' = $2))
       WHERE placa_id = $1 AND credenciales_anteriores <> '[]'`,
      [placa_id, sha256],
    );
  }

  /** The row stays as a tombstone, so that the other instances see the deletion when they poll. */
  async deletePlaca(tx: EntityManager, placa_id: number): Promise<void> {
    await tx.query(
      `UPDATE placas SET eliminada_en = now(), credencial_sha256 = NULL, credencial_cifrada = NULL, credenciales_anteriores = '[]',
         cambio = pg_current_xact_id() WHERE placa_id = $1`,
      [placa_id],
    );
    for (const table of OF_A_BOARD) await tx.query(`DELETE FROM ${table} WHERE placa_id = $1`, [placa_id]);
    await this.outbox.forget(tx, [`planes:${placa_id}`, `corridas:${placa_id}`]);
  }

  async saveSwitch(tx: EntityManager, item: EventData<'switch.guardado'>): Promise<void> {
    const next: Cableado = { ...item, sensor_pin: item.tiene_sensor === 1 ? item.sensor_pin : null };
    const old = await this.switchFor(tx, item.id);
    await tx.query(
      `INSERT INTO switches (id, placa_id, empresa_id, tipo, hardware_pin, sensor_pin, activo, max_encendido_s, nombre)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (id) DO UPDATE SET placa_id = excluded.placa_id, empresa_id = excluded.empresa_id,
         tipo = excluded.tipo, hardware_pin = excluded.hardware_pin, sensor_pin = excluded.sensor_pin,
         activo = excluded.activo, max_encendido_s = excluded.max_encendido_s,
         nombre = excluded.nombre`,
      [
        item.id,
        next.placa_id,
        next.empresa_id,
        next.tipo,
        next.hardware_pin,
        next.sensor_pin,
        item.activo,
        next.max_encendido_s,
        item.nombre,
      ],
    );
    if (old === null || !sameCableado(old, next)) await this.rewire(tx, [next.placa_id, old?.placa_id]);
  }

  async deleteSwitch(tx: EntityManager, id: number): Promise<void> {
    await this.outbox.forget(tx, [`orden:switch:${id}`]);
    const old = await this.switchFor(tx, id);
    if (old === null) return;
    await tx.query('DELETE FROM switches WHERE id = $1', [id]);
    await tx.query('DELETE FROM bloqueos WHERE switch_id = $1', [id]);
    await this.rewire(tx, [old.placa_id]);
  }

  async saveDispositivo(tx: EntityManager, item: EventData<'dispositivo.guardado'>): Promise<void> {
    await tx.query(
      `INSERT INTO dispositivos (id, empresa_id, nombre, shelly_id, tipo, server, activo, suspendido,
         fecha_vencimiento, auth_key_cifrada) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (id) DO UPDATE SET empresa_id = excluded.empresa_id, nombre = excluded.nombre,
         shelly_id = excluded.shelly_id, tipo = excluded.tipo, server = excluded.server, activo = excluded.activo,
         suspendido = excluded.suspendido, fecha_vencimiento = excluded.fecha_vencimiento,
         auth_key_cifrada = excluded.auth_key_cifrada`,
      [
        item.id,
        item.empresa_id,
        item.nombre,
        item.shelly_id,
        item.tipo,
        item.server,
        item.activo,
        item.suspendido,
        item.fecha_vencimiento,
        item.auth_key_cifrada,
      ],
    );
  }

  async deleteDispositivo(tx: EntityManager, id: number): Promise<void> {
    await tx.query('DELETE FROM dispositivos WHERE id = $1', [id]);
    await this.outbox.forget(tx, [`orden:dispositivo:${id}`]);
  }

  private async switchFor(tx: EntityManager, id: number): Promise<Cableado | null> {
    const rows: Cableado[] = await tx.query(
      'SELECT placa_id, empresa_id, tipo, hardware_pin, sensor_pin, max_encendido_s FROM switches WHERE id = $1 FOR UPDATE',
      [id],
    );
    return rows[0] ?? null;
  }

  /** Raises the pin map revision of these boards. In order of their ids, so that two events never deadlock. */
  private async rewire(tx: EntityManager, placas: (number | undefined)[]): Promise<void> {
    const ids = [...new Set(placas)].filter((id): id is number => id !== undefined).sort((a, b) => a - b);
    for (const id of ids) {
      await tx.query(
        `UPDATE placas SET config_rev = nextval('config_rev'), cambio = pg_current_xact_id() WHERE placa_id = $1`,
        [id],
      );
    }
  }
}
