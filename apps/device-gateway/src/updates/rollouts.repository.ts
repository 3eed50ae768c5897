import type { UpdateWords } from '@acequia/board-protocol';
import {
  type Actualizacion,
  type DialectoWithUpdates,
  type Firmware,
  type MotivoDePlaca,
  type PlacaEnActualizacion,
  SILENCE_MIN,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member, MemberChange, Rollout, Step } from './rollout.js';

/** A rollout as it is stored. */
export type StoredRollout = Rollout & {
  id: number;
  dialecto: DialectoWithUpdates;
  firmware: Firmware;
  version: string;
};

/** A board in a rollout as it is stored; `id` is the attempt that the board is told. */
export type StoredMember = Omit<Member, 'newsAt'> & { id: number; informe: Informe | null };

/** What a board with another firmware said since it was begun; `version`: after it began anew. `ts`, ms: of the newest. */
export type Informe = UpdateWords & { ts: number };

const COUNTED = `a.id, a.dialecto, a.firmware, a.version, a.estado, a.pausa, a.ola, a.usuario_nombre,
  a.creada_ts::float8 AS creada_ts, a.fin_ts::float8 AS fin_ts,
  (SELECT coalesce(array_agg(n ORDER BY ola), '{}') FROM (SELECT ola, count(*)::int AS n FROM actualizacion_placas
     WHERE actualizacion_id = a.id GROUP BY ola) por_ola) AS olas,
  (SELECT count(*)::int FROM actualizacion_placas WHERE actualizacion_id = a.id AND estado = 'lista') AS listas,
  (SELECT count(*)::int FROM actualizacion_placas WHERE actualizacion_id = a.id AND estado = 'fallo') AS fallas,
  (SELECT count(*)::int FROM actualizacion_placas WHERE actualizacion_id = a.id AND estado = 'omitida') AS omitidas`;

const OPEN = `('espera', 'por_enviar', 'en_curso')`;
const MOST_LISTED = 100;
const MINUTE = 60_000;
const FAILURE_TOLD_MS = 7 * 86_400_000;

/** Rollouts and their boards in Postgres: all that a leader needs to go on where another was killed. */
@Injectable()
export class RolloutsRepository {
  constructor(readonly db: DataSource) {}

  list(): Promise<Actualizacion[]> {
    return this.db.query(`SELECT ${COUNTED} FROM actualizaciones a ORDER BY id DESC LIMIT ${MOST_LISTED}`);
  }

  async one(id: number, tx: EntityManager = this.db.manager): Promise<Actualizacion | undefined> {
    const rows: Actualizacion[] = await tx.query(`SELECT ${COUNTED} FROM actualizaciones a WHERE id = $1`, [id]);
    return rows[0];
  }

  placas(id: number): Promise<PlacaEnActualizacion[]> {
    return this.db.query(
      `SELECT placa_id, numero, empresa_id, ola, estado, espera, fase, bytes, motivo, detalle, antes, despues, ts::float8 AS ts
         FROM actualizacion_placas WHERE actualizacion_id = $1 ORDER BY ola, orden`,
      [id],
    );
  }

  /** Its row stays locked, so that a person's word and a step come one after the other. */
  async locked(tx: EntityManager, id: number): Promise<StoredRollout | undefined> {
    const rows: Omit<StoredRollout, 'silence_ms'>[] = await tx.query(
      `SELECT id, dialecto, firmware, version, estado, pausa, ola, ola_desde::float8 AS ola_desde, perdonadas
         FROM actualizaciones WHERE id = $1 FOR UPDATE`,
      [id],
    );
    return rows[0] && { ...rows[0], silence_ms: SILENCE_MIN * MINUTE };
  }

  async members(id: number, tx: EntityManager = this.db.manager): Promise<StoredMember[]> {
    return tx.query(
      `SELECT id, placa_id, ola, estado, ts::float8 AS ts, informe FROM actualizacion_placas
        WHERE actualizacion_id = $1 ORDER BY ola, orden`,
      [id],
    );
  }

  /** Rollouts in which something may still change. */
  async moving(): Promise<StoredRollout[]> {
    const rows: Omit<StoredRollout, 'silence_ms'>[] = await this.db.query(
      `SELECT id, dialecto, firmware, version, estado, pausa, ola, ola_desde::float8 AS ola_desde, perdonadas
         FROM actualizaciones a WHERE estado IN ('activa', 'pausada')
           OR EXISTS (SELECT FROM actualizacion_placas p WHERE p.actualizacion_id = a.id AND p.estado IN ${OPEN}) ORDER BY id`,
    );
    return rows.map((row) => ({ ...row, silence_ms: SILENCE_MIN * MINUTE }));
  }

  async store(tx: EntityManager, { id, dialecto }: StoredRollout, { changes, next }: Step, now: number): Promise<void> {
    await this.change(tx, id, changes, dialecto === 'acequia', now);
    if (next) await this.move(tx, id, next, now);
  }

  async move(tx: EntityManager, id: number, next: NonNullable<Step['next']>, now: number): Promise<void> {
    const ended = next.estado === 'terminada' || next.estado === 'detenida' ? now : null;
    await tx.query(
      `UPDATE actualizaciones SET estado = coalesce($2, estado), pausa = CASE WHEN $2::text IS NULL THEN pausa ELSE $3 END,
         ola = coalesce($4, ola), ola_desde = coalesce($5, ola_desde), perdonadas = coalesce($6, perdonadas), fin_ts = coalesce($7, fin_ts)
       WHERE id = $1`,
      [
        id,
        next.estado ?? null,
        next.pausa ?? null,
        next.ola ?? null,
        next.ola_desde ?? null,
        next.perdonadas ?? null,
        ended,
      ],
    );
  }

  /** `own`: a board of ours whose attempt ends has its document taken back. */
  async change(
    tx: EntityManager,
    id: number,
    changes: readonly MemberChange[],
    own: boolean,
    now: number,
  ): Promise<void> {
    if (changes.length === 0) return;
    await tx.query(
      `UPDATE actualizacion_placas p SET estado = c.estado, motivo = c.motivo, ts = $3, espera = NULL,
         retirar = p.retirar OR ($4 AND p.estado = 'en_curso')
       FROM jsonb_to_recordset($2) AS c (placa_id integer, estado text, motivo text)
       WHERE p.actualizacion_id = $1 AND p.placa_id = c.placa_id`,
      [id, JSON.stringify(changes), now, own],
    );
  }

  /** What is shown of boards that do not change their estado; only what differs is written. */
  async show(
    id: number,
    rows: readonly Pick<PlacaEnActualizacion, 'placa_id' | 'espera' | 'fase' | 'bytes' | 'detalle' | 'despues'>[],
  ): Promise<void> {
    if (rows.length === 0) return;
    await this.db.query(
      `UPDATE actualizacion_placas p SET espera = c.espera, fase = c.fase, bytes = c.bytes, detalle = c.detalle, despues = c.despues
       FROM jsonb_to_recordset($2) AS c (placa_id integer, espera text, fase text, bytes integer, detalle text, despues text)
       WHERE p.actualizacion_id = $1 AND p.placa_id = c.placa_id
         AND (p.espera, p.fase, p.bytes, p.detalle, p.despues) IS DISTINCT FROM (c.espera, c.fase, c.bytes, c.detalle, c.despues)`,
      [id, JSON.stringify(rows)],
    );
  }

  /** Boards whose last update failed, for a week or until another one ends well: the version and why. */
  async failed(now: number): Promise<Map<number, { version: string; motivo: MotivoDePlaca }>> {
    const rows: { placa_id: number; version: string; estado: string; motivo: MotivoDePlaca | null }[] =
      await this.db.query(
        `SELECT DISTINCT ON (p.placa_id) p.placa_id, a.version, p.estado, p.motivo
         FROM actualizacion_placas p JOIN actualizaciones a ON a.id = p.actualizacion_id
        WHERE p.estado IN ('lista', 'fallo') AND p.ts > $1 ORDER BY p.placa_id, p.ts DESC`,
        [now - FAILURE_TOLD_MS],
      );
    return new Map(
      rows.flatMap(({ placa_id, version, estado, motivo }) =>
        estado === 'fallo' && motivo !== null ? [[placa_id, { version, motivo }] as const] : [],
      ),
    );
  }

  /** Notes what a board with another firmware says of the update under way; of any other board nothing. */
  async heard(placa_id: number, words: UpdateWords, now: number): Promise<void> {
    await this.db.query(
      // A version counts only once the board has begun anew or said that it has installed it.
      `UPDATE actualizacion_placas SET informe = coalesce(informe, '{}') || $2::jsonb || jsonb_build_object('ts', $3::bigint)
        WHERE placa_id = $1 AND estado = 'en_curso'
          AND ($4::boolean OR informe ? 'exito' OR informe ? 'arranco') AND NOT coalesce(informe, '{}') @> $2::jsonb`,
      [placa_id, JSON.stringify(words), now, Object.keys(words).some((key) => key !== 'version')],
    );
  }
}
