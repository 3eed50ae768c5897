import { PROGRAMA_LIMITS, type ViaTurno } from '@acequia/contracts';
import type { EntityManager } from 'typeorm';
import { batchesOf, type CompanyPlan } from '../calculation/company-plan.js';
import { startOf } from '../calculation/followed.js';
import type { Previsto, Veda } from '../calculation/plan.js';
import { LAST_START } from './lateness.js';

const DAY_MS = 86_400_000;

/** The «No regar» of a company that are in force. */
export const vedasOf = async (
  tx: EntityManager,
  empresa_id: number,
  now: number,
): Promise<(Veda & { id: number })[]> => {
  const rows: (Omit<Veda, 'hasta'> & { id: number; hasta: string })[] = await tx.query(
    'SELECT id, placa_id, sitio, hasta, motivo FROM no_regar WHERE empresa_id = $1 AND hasta > $2',
    [empresa_id, now],
  );
  return rows.map((row) => ({ ...row, hasta: Number(row.hasta) }));
};

export interface LateTurn {
  turno_id: string;
  programa_id: number;
  via: ViaTurno;
  inicio: number;
}

/** Due turns that may still start. */
export const lateTurns = async (tx: EntityManager, empresa_id: number, now: number): Promise<LateTurn[]> => {
  const rows: (Omit<LateTurn, 'inicio'> & { inicio: string })[] = await tx.query(
    `SELECT t.turno_id, t.programa_id, t.via, t.inicio FROM turnos t WHERE t.empresa_id = $1 AND t.estado = 'previsto'
       AND t.inicio <= $2 AND ${LAST_START} > $2 AND (t.via = 'servicio' OR NOT t.fijo) AND t.manual = 0`,
    [empresa_id, now],
  );
  return rows.map((row) => ({ ...row, inicio: Number(row.inicio) }));
};

/** Starts of which a person skipped the rest: a later edit gives its turns other ids, and must not begin them anew. */
export const stoppedStarts = async (
  tx: EntityManager,
  empresa_id: number,
  now: number,
): Promise<ReadonlySet<string>> => {
  const rows: { programa_id: number; riego: string }[] = await tx.query(
    `SELECT programa_id, riego FROM turnos WHERE empresa_id = $1 AND riego > $2 AND manual = 0
     GROUP BY programa_id, riego
     HAVING bool_or(fijo AND estado = 'omitido') AND NOT bool_or(estado IN ('previsto', 'en_curso'))`,
    [empresa_id, now - PROGRAMA_LIMITS.START_DAYS * DAY_MS],
  );
  return new Set(rows.map(startOf));
};

/** Turns that nobody has decided or begun follow the plan; past ones are kept. Returns how many changed. */
export const storePlan = async (
  tx: EntityManager,
  empresa_id: number,
  plan: CompanyPlan,
  now: number,
): Promise<number> => {
  // What a person lengthened is nevertheless skipped by a pause or «No regar».
  await tx.query(
    `UPDATE turnos SET fijo = false WHERE empresa_id = $1 AND inicio > $2 AND fijo AND manual = 0 AND estado = 'previsto'
       AND turno_id <> ALL($3)`,
    [empresa_id, now, plan.running],
  );
  const [, gone]: [unknown, number] = await tx.query(
    `DELETE FROM turnos WHERE empresa_id = $1 AND inicio > $2 AND NOT fijo AND manual = 0
       AND estado IN ('previsto', 'omitido') AND turno_id <> ALL($3)`,
    [empresa_id, now, plan.all],
  );
  return (await upsertBatches(tx, plan.batches)) + gone;
};

/** A decision on a turn stays as long as its program asks for the same. Returns how many changed. */
export const upsertTurnos = (tx: EntityManager, plan: readonly Previsto[]): Promise<number> =>
  upsertBatches(tx, batchesOf(plan));

const upsertBatches = async (tx: EntityManager, batches: readonly string[]): Promise<number> => {
  let changed = 0;
  for (const batch of batches) changed += await upsertBatch(tx, batch);
  return changed;
};

const upsertBatch = async (tx: EntityManager, batch: string): Promise<number> => {
  const changed: unknown[] = await tx.query(
    `INSERT INTO turnos AS t (turno_id, empresa_id, programa_id, switch_id, dispositivo_id, placa_id, pin, riego, inicio, segundos,
       pedidos_s, via, con_enlace, tarde_s, estado, motivos, caudal_m3h, volumen_l, volumen_punto, volumen_n,
       hasta_humedad, hasta_punto, hasta_n, manual, movido_de)
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS n (turno_id varchar, empresa_id integer, programa_id integer,
       switch_id integer, dispositivo_id integer, placa_id integer, pin integer, riego bigint, inicio bigint, segundos integer,
       pedidos_s integer, via varchar, con_enlace smallint, tarde_s integer, estado varchar, motivos jsonb,
       caudal_m3h double precision, volumen_l integer, volumen_punto integer, volumen_n smallint,
       hasta_humedad double precision, hasta_punto integer, hasta_n smallint, manual smallint, movido_de bigint)
     ON CONFLICT (turno_id) DO UPDATE SET placa_id = excluded.placa_id, pin = excluded.pin, riego = excluded.riego,
       inicio = excluded.inicio, movido_de = excluded.movido_de,
       segundos = excluded.segundos, pedidos_s = excluded.pedidos_s, via = excluded.via, con_enlace = excluded.con_enlace,
       tarde_s = excluded.tarde_s, estado = excluded.estado, motivo = NULL, motivos = excluded.motivos, caudal_m3h = excluded.caudal_m3h,
       volumen_l = excluded.volumen_l, volumen_punto = excluded.volumen_punto, volumen_n = excluded.volumen_n,
       hasta_humedad = excluded.hasta_humedad, hasta_punto = excluded.hasta_punto, hasta_n = excluded.hasta_n
     WHERE NOT t.fijo AND t.manual = 0 AND t.estado IN ('previsto', 'omitido')
       AND (NOT t.decidido OR excluded.estado = 'omitido')
       AND (t.inicio, t.movido_de, t.placa_id, t.pin, t.segundos, t.via, t.con_enlace, t.tarde_s, t.estado, t.motivo, t.motivos,
         t.volumen_l, t.volumen_punto, t.volumen_n, t.hasta_humedad, t.hasta_punto, t.hasta_n) IS DISTINCT FROM
         (excluded.inicio, excluded.movido_de, excluded.placa_id, excluded.pin, excluded.segundos, excluded.via, excluded.con_enlace, excluded.tarde_s,
          excluded.estado, NULL, excluded.motivos, excluded.volumen_l, excluded.volumen_punto, excluded.volumen_n,
          excluded.hasta_humedad, excluded.hasta_punto, excluded.hasta_n)
     RETURNING t.turno_id`,
    [batch],
  );
  return changed.length;
};
