import { ORDENES_POR_LOTE } from '@acequia/contracts';
import type { DataSource } from 'typeorm';
import { UNDECIDED } from '../planning/decisions.service.js';
import { LAST_START } from '../planning/lateness.js';
import type { TurnOfDevice } from './device-turns.service.js';
import { COLUMNS, END, type Taken } from './taken.js';

/** Runs that are claimed at a time. */
export const BATCH = ORDENES_POR_LOTE;
/** A command without a result after this, ms, belongs to an instance that died. Longer than any call. */
const FORGOTTEN_MS = 15_000;
/** A turn of the same device that starts within this of another's end follows it without an OFF between them, ms. */
const NEXT_MS = 2_000;

/** When the next turn begins or ends within `ahead_ms`; null = none does. */
export const nextDue = async (db: DataSource, now: number, ahead_ms: number): Promise<number | null> => {
  const [next]: { at: string | null }[] = await db.query(
    `SELECT min(at) AS at FROM (
       SELECT greatest(inicio, coalesce(orden_en, 0)) AS at FROM turnos WHERE estado = 'previsto' AND via = 'servicio' AND inicio <= $2
       UNION ALL SELECT ${END} FROM turnos WHERE estado = 'en_curso' AND via = 'servicio' AND dispositivo_id IS NOT NULL
     ) AS due WHERE at > $1 AND at <= $2`,
    [now, now + ahead_ms],
  );
  return next?.at ? Number(next.at) : null;
};

export const claimDue = async (db: DataSource, now: number): Promise<Taken[]> => {
  const [turnos]: [Taken[], number] = await db.query(
    `UPDATE turnos SET estado = 'en_curso', fijo = true, real_inicio = coalesce(real_inicio, $1), real_segundos = 0, orden_en = $1
     WHERE turno_id IN (SELECT t.turno_id FROM turnos t WHERE t.estado = 'previsto' AND t.via = 'servicio' AND t.inicio <= $1
       AND coalesce(t.orden_en, 0) <= $1 AND NOT (${UNDECIDED} AND ${LAST_START} >= $1)
       ORDER BY t.inicio LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [now],
  );
  return turnos;
};

/** Turns under way whose ON has no result, from an instance that died. */
export const claimForgotten = async (db: DataSource, now: number): Promise<Taken[]> => {
  const [turnos]: [Taken[], number] = await db.query(
    `UPDATE turnos SET orden_en = $1::bigint
     WHERE turno_id IN (SELECT turno_id FROM turnos WHERE estado = 'en_curso' AND via = 'servicio' AND NOT ordenado
       AND orden_en < $1::bigint - ${FORGOTTEN_MS} AND ${END} > $1 ORDER BY inicio LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [now],
  );
  return turnos;
};

type Ended = Taken & TurnOfDevice & { taken_over: boolean };

/** Turns of devices whose end has come; `taken_over` = another turn of the same device goes on. */
export const claimEnded = async (db: DataSource, now: number): Promise<Ended[]> => {
  const [turnos]: [Ended[], number] = await db.query(
    `UPDATE turnos AS t SET confirmado = ordenado AND confirmado, causa = NULL,
       estado = CASE WHEN ordenado AND confirmado THEN 'cumplido' ELSE 'perdido' END,
       real_segundos = CASE WHEN ordenado AND confirmado THEN least(segundos, ($1 - real_inicio) / 1000) END
     WHERE turno_id IN (SELECT turno_id FROM turnos WHERE estado = 'en_curso' AND via = 'servicio' AND dispositivo_id IS NOT NULL
       AND ${END} <= $1 ORDER BY inicio LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}, EXISTS (SELECT FROM turnos AS o
       WHERE o.dispositivo_id = t.dispositivo_id AND o.turno_id <> t.turno_id AND o.via = 'servicio'
         AND (o.estado = 'en_curso' AND o.real_inicio + o.segundos * 1000::bigint > $1
           OR o.estado = 'previsto' AND o.inicio <= $1::bigint + ${NEXT_MS})) AS taken_over`,
    [now],
  );
  return turnos;
};
