import type { DeliveryDetail } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Stored } from '../readable.js';
import type { Addressee } from './channel.js';
import type { Told, Untold } from './message.js';

/** A message whose sender has been silent for this long is taken over by another sender, ms. */
const ABANDONED_MS = 20_000;

const TOLD = `a.id, a.tipo, a.severidad, a.estado, a.desde::float8 AS desde, a.hasta::float8 AS hasta, a.texto, a.datos, a.switch_id, a.switches,
  num_nonnulls(a.placa_id, a.switch_id, a.dispositivo_id, a.punto_id, a.sitio) > 0 AS concrete, a.reconocido_por, a.reconocido_ts::float8 AS reconocido_ts, a.nota, a.veces`;
const POR_SEVERIDAD = `array_position(ARRAY['critica', 'alta', 'media', 'baja'], a.severidad), a.desde, a.id`;

type StoredTold = Told & Stored;
const untold = ({ datos, texto, switches, ...aviso }: StoredTold): Untold => ({
  ...aviso,
  said: { tipo: aviso.tipo, switch_id: aviso.switch_id, datos, texto, switches },
});

export interface Armed {
  id: number;
  partes: string[];
  telegram_ids: string[];
  intentos: number;
  /** The dossier that it takes along. */
  dossier_id: number | null;
  /** The weekly try of its channel. */
  prueba: boolean;
}

export interface Waiting {
  id: string;
  aviso_id: number;
  clase: 'disparo' | 'resuelto';
  creado: number;
}

/** Messages, and deliveries that wait to be put into one. */
@Injectable()
export class DeliveriesRepository {
  constructor(private readonly db: DataSource) {}

  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.db.transaction(work);
  }

  /** Destinations with deliveries that may be sent now. */
  due(now: number): Promise<Addressee[]> {
    return this.db.query(
      `SELECT w.empresa_id, w.canal, w.destino FROM (
         SELECT empresa_id, canal, destino FROM entregas WHERE estado = 'pendiente' AND no_antes <= $1
         UNION SELECT empresa_id, canal, destino FROM mensajes WHERE estado = 'armado'
       ) w LEFT JOIN destinos d USING (empresa_id, canal, destino) WHERE coalesce(d.no_antes, 0) <= $1`,
      [now],
    );
  }

  /** When a destination may be sent to again, ms, and its failures in a row. */
  async rest({ empresa_id, canal, destino }: Addressee): Promise<{ no_antes: number; fallos: number }> {
    const [row]: { no_antes: number; fallos: number }[] = await this.db.query(
      `SELECT no_antes::float8 AS no_antes, fallos FROM destinos WHERE empresa_id = $1 AND canal = $2 AND destino = $3`,
      [empresa_id, canal, destino],
    );
    return row ?? { no_antes: 0, fallos: 0 };
  }

  /** Records a destination's result: wait time and reason. */
  async mark(
    { empresa_id, canal, destino }: Addressee,
    wait_ms: number,
    detalle: DeliveryDetail | null,
  ): Promise<void> {
    await this.db.query(
      `INSERT INTO destinos AS d (empresa_id, canal, destino, no_antes, fallos, detalle_datos) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (empresa_id, canal, destino) DO UPDATE SET no_antes = $4, detalle = NULL, detalle_datos = $6,
         fallos = CASE WHEN $5 = 0 THEN 0 ELSE d.fallos + 1 END`,
      [empresa_id, canal, destino, Date.now() + wait_ms, detalle === null ? 0 : 1, detalle],
    );
  }

  /** Records why button presses of its messages are not received; null = they are. Writes only a change. */
  async heard({ empresa_id, canal, destino }: Addressee, oyente: DeliveryDetail | null): Promise<void> {
    await this.db.query(
      `INSERT INTO destinos AS d (empresa_id, canal, destino, oyente_datos) VALUES ($1, $2, $3, $4)
       ON CONFLICT (empresa_id, canal, destino) DO UPDATE SET oyente = NULL, oyente_datos = $4
       WHERE d.oyente IS NOT NULL OR d.oyente_datos IS DISTINCT FROM $4`,
      [empresa_id, canal, destino, oyente],
    );
  }

  /** Claims the oldest message that has not arrived. null = there is none, or another sender has it. */
  async takeArmed({ empresa_id, canal, destino }: Addressee): Promise<Armed | null> {
    const now = Date.now();
    const [rows] = (await this.db.query(
      `UPDATE mensajes SET tomado = $4, intentos = intentos + 1 WHERE id = (
         SELECT id FROM mensajes WHERE empresa_id = $1 AND canal = $2 AND destino = $3 AND estado = 'armado'
         ORDER BY id LIMIT 1) AND (tomado IS NULL OR tomado < $5)
       RETURNING id, partes, telegram_ids, intentos, dossier_id, prueba`,
      [empresa_id, canal, destino, now, now - ABANDONED_MS],
    )) as [Armed[], number];
    return rows[0] ?? null;
  }

  async hasArmed({ empresa_id, canal, destino }: Addressee): Promise<boolean> {
    const rows: unknown[] = await this.db.query(
      `SELECT 1 FROM mensajes WHERE empresa_id = $1 AND canal = $2 AND destino = $3 AND estado = 'armado' LIMIT 1`,
      [empresa_id, canal, destino],
    );
    return rows.length > 0;
  }

  /** Pending deliveries, oldest first, locked against other senders until the transaction ends. */
  waiting(tx: EntityManager, { empresa_id, canal, destino }: Addressee, limit: number): Promise<Waiting[]> {
    return tx.query(
      `SELECT id, aviso_id, clase, greatest(creado, no_antes)::float8 AS creado FROM entregas
       WHERE empresa_id = $1 AND canal = $2 AND destino = $3 AND estado = 'pendiente' AND clase <> 'cambio'
         AND no_antes <= $5 ORDER BY id LIMIT $4 FOR UPDATE SKIP LOCKED`,
      [empresa_id, canal, destino, limit, Date.now()],
    );
  }

  /** The alarms of deliveries that may be sent now. */
  pendingAvisos({ empresa_id, canal, destino }: Addressee, limit: number): Promise<{ id: number }[]> {
    return this.db.query(
      `SELECT DISTINCT aviso_id AS id FROM entregas
       WHERE empresa_id = $1 AND canal = $2 AND destino = $3 AND estado = 'pendiente' AND clase <> 'cambio'
         AND no_antes <= $5 LIMIT $4`,
      [empresa_id, canal, destino, limit, Date.now()],
    );
  }

  /** Drops what waits for a destination about these alarms, edits included. */
  async drop({ empresa_id, canal, destino }: Addressee, avisos: number[], detalle: DeliveryDetail): Promise<void> {
    await this.db.query(
      `UPDATE entregas SET estado = 'descartado', detalle_datos = $5
       WHERE empresa_id = $1 AND canal = $2 AND destino = $3 AND estado = 'pendiente' AND aviso_id = ANY($4)`,
      [empresa_id, canal, destino, avisos, detalle],
    );
  }

  /** Takes alarms out of a message that has not arrived, and stores the text without them. */
  async narrow(numero: number, partes: string[], without: number[], detalle: DeliveryDetail): Promise<void> {
    await this.transaction(async (tx) => {
      await tx.query('UPDATE mensajes SET partes = $2 WHERE id = $1', [numero, JSON.stringify(partes)]);
      await tx.query(
        `UPDATE entregas SET mensaje_id = NULL, estado = 'descartado', detalle_datos = $3
         WHERE mensaje_id = $1 AND aviso_id = ANY($2)`,
        [numero, without, detalle],
      );
    });
  }

  /** Drops deliveries whose alarm ended before their hour came. */
  async dropNeedless(tx: EntityManager, { empresa_id, canal, destino }: Addressee): Promise<void> {
    await tx.query(
      `UPDATE entregas e SET estado = 'descartado', detalle_datos = $4 FROM avisos a
       WHERE e.empresa_id = $1 AND e.canal = $2 AND e.destino = $3 AND e.estado = 'pendiente' AND e.clase = 'disparo'
         AND e.no_antes > 0 AND a.id = e.aviso_id AND a.estado = 'resuelto'`,
      [empresa_id, canal, destino, { codigo: 'aviso_terminado' } satisfies DeliveryDetail],
    );
  }

  async nextNumber(tx: EntityManager): Promise<number> {
    const [row]: { n: number }[] = await tx.query(`SELECT nextval(pg_get_serial_sequence('mensajes', 'id'))::int AS n`);
    if (!row) throw new Error('no number for a message');
    return row.n;
  }

  async arm(
    tx: EntityManager,
    numero: number,
    to: Addressee,
    partes: string[],
    entregas: string[],
    prueba = false,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO mensajes (id, empresa_id, canal, destino, partes, estado, creado, prueba) OVERRIDING SYSTEM VALUE
       VALUES ($1, $2, $3, $4, $5, 'armado', $6, $7)`,
      [numero, to.empresa_id, to.canal, to.destino, JSON.stringify(partes), Date.now(), prueba],
    );
    // In a message they no longer wait: from here on they share its result.
    await tx.query(`UPDATE entregas SET mensaje_id = $1, estado = 'enviado' WHERE id = ANY($2::bigint[])`, [
      numero,
      entregas,
    ]);
  }

  async sent(numero: number, ids: number[]): Promise<void> {
    await this.db.query(
      `UPDATE mensajes SET estado = 'enviado', enviado = $2, telegram_ids = $3, detalle = NULL, detalle_datos = NULL WHERE id = $1`,
      [numero, Date.now(), ids],
    );
  }

  /** The message keeps waiting: for its slot, or because it is unknown whether it arrived. */
  async put(numero: number, ids: number[], detalle: DeliveryDetail | null): Promise<void> {
    await this.db.query(
      `UPDATE mensajes SET tomado = NULL, telegram_ids = $2, detalle = NULL, detalle_datos = $3 WHERE id = $1`,
      [numero, ids, detalle],
    );
  }

  async ended(numero: number, estado: 'fallido' | 'descartado', detalle: DeliveryDetail): Promise<void> {
    await this.transaction(async (tx) => {
      await tx.query(`UPDATE mensajes SET estado = 'fallido', detalle = NULL, detalle_datos = $2 WHERE id = $1`, [
        numero,
        detalle,
      ]);
      await tx.query(
        `UPDATE entregas SET estado = $2, detalle_datos = $3 WHERE mensaje_id = $1 AND clase <> 'cambio'`,
        [numero, estado, detalle],
      );
    });
  }

  /** Alarms, most severe first. */
  async avisos(ids: readonly number[], tx?: EntityManager): Promise<Untold[]> {
    const rows: StoredTold[] = await (tx ?? this.db).query(
      `SELECT ${TOLD} FROM avisos a WHERE a.id = ANY($1) ORDER BY (a.hasta IS NOT NULL), ${POR_SEVERIDAD}`,
      [ids],
    );
    return rows.map(untold);
  }

  async avisosOf(numero: number): Promise<Untold[]> {
    const rows: StoredTold[] = await this.db.query(
      `SELECT ${TOLD} FROM avisos a WHERE a.id IN (SELECT aviso_id FROM entregas WHERE mensaje_id = $1)
       ORDER BY (a.hasta IS NOT NULL), ${POR_SEVERIDAD}`,
      [numero],
    );
    return rows.map(untold);
  }

  async empresa(id: number, tx?: EntityManager): Promise<{ nombre: string; zona_horaria: string } | null> {
    const rows: { nombre: string; zona_horaria: string }[] = await (tx ?? this.db).query(
      'SELECT nombre, zona_horaria FROM empresas WHERE id = $1',
      [id],
    );
    return rows[0] ?? null;
  }

  /** Outdated messages: the newest that showed the alarm. Without a message there is nothing to edit. */
  async stale({
    empresa_id,
    canal,
    destino,
  }: Addressee): Promise<{ id: number; message_id: number; entregas: string[] }[]> {
    const rows: { id: number | null; telegram_ids: string[] | null; entregas: string[] }[] = await this.db.query(
      `SELECT m.id, m.telegram_ids, array_agg(e.id::text) AS entregas FROM entregas e
       LEFT JOIN LATERAL (
         SELECT m.id, m.telegram_ids FROM entregas f JOIN mensajes m ON m.id = f.mensaje_id
         WHERE f.aviso_id = e.aviso_id AND f.canal = e.canal AND f.destino = e.destino AND f.clase = 'disparo'
           AND m.estado = 'enviado' ORDER BY m.id DESC LIMIT 1) m ON true
       WHERE e.empresa_id = $1 AND e.canal = $2 AND e.destino = $3 AND e.estado = 'pendiente' AND e.clase = 'cambio'
       GROUP BY m.id, m.telegram_ids ORDER BY m.id LIMIT 50`,
      [empresa_id, canal, destino],
    );
    const editable = rows.filter(({ id, telegram_ids }) => id !== null && telegram_ids?.length === 1);
    const others = rows.filter((row) => !editable.includes(row)).flatMap(({ entregas }) => entregas);
    await this.settle(others, 'descartado');
    return editable.map(({ id, telegram_ids, entregas }) => ({
      id: id ?? 0,
      message_id: Number(telegram_ids?.[0]),
      entregas,
    }));
  }

  async settle(entregas: string[], estado: 'enviado' | 'descartado'): Promise<void> {
    if (entregas.length === 0) return;
    await this.db.query('UPDATE entregas SET estado = $2 WHERE id = ANY($1::bigint[])', [entregas, estado]);
  }

  /** The message that a button in a chat belongs to. */
  async messageAt(empresas: number[], numero: number, message_id: number): Promise<number | null> {
    const rows: { empresa_id: number }[] = await this.db.query(
      `SELECT empresa_id FROM mensajes WHERE id = $1 AND canal = 'telegram' AND empresa_id = ANY($2)
         AND ($3::bigint = ANY(telegram_ids) OR estado = 'armado')`,
      [numero, empresas, message_id],
    );
    return rows[0]?.empresa_id ?? null;
  }
}
