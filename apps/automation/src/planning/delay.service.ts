import { magnitudOf, type SkipCondition } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { dayAround, clockOf } from '../expansion/zone-clock.js';
import { windowEnd } from '../expansion/window.js';
import { calmStart, FUENTE, type Sky, windiestOf } from '../forecast/sky.js';
import type { KnownFarm } from '../storage/farm.repository.js';
import type { Motivo } from '../storage/motivo.js';
import type { Definicion } from '../storage/programa.entity.js';

/** A start is delayed for so long at most, ms. */
const LONGEST_MS = 6 * 3_600_000;

export interface DueStart {
  empresa_id: number;
  programa_id: number;
  /** The start that it is of, ms. */
  riego: number;
  definicion: Definicion;
}

interface Rest {
  turno_id: string;
  switch_id: number | null;
  dispositivo_id: number | null;
  inicio: string;
  segundos: number;
  pedidos_s: number;
  by_person: boolean;
}

/** What of a start has neither begun nor been decided, without what a person moved. */
const REST = `SELECT t.turno_id, t.switch_id, t.dispositivo_id, t.inicio, t.segundos, t.pedidos_s,
    coalesce(NOT e.pronostico, false) AS by_person
  FROM turnos t LEFT JOIN excepciones e USING (turno_id)
  WHERE t.empresa_id = $1 AND t.programa_id = $2 AND t.riego = $3 AND t.estado = 'previsto' AND NOT t.decidido AND NOT t.fijo
    AND t.manual = 0 ORDER BY t.inicio`;
const MOVE = `INSERT INTO excepciones (turno_id, empresa_id, programa_id, inicio, segundos, por, pronostico)
  SELECT n.turno_id, $2, $3, n.inicio, n.pedidos_s, $4, true FROM jsonb_to_recordset($1::jsonb) AS n (turno_id varchar, inicio bigint, pedidos_s integer)
  ON CONFLICT (turno_id) DO UPDATE SET inicio = excluded.inicio, por = excluded.por, pronostico = true`;

/** What is asked of rain again after this, ms. */
const AGAIN_MS = 3_600_000;

/** Delays what is left of a start, all of it by the same time, so that its steps stay in their order. */
@Injectable()
export class DelayService {
  /** By a forecast of wind. null = no wind, or nobody knows; `moved`: it is planned anew; a motivo: it stays windy, so that waiting would not help. */
  async byWind(
    tx: EntityManager,
    start: DueStart,
    sky: Sky | null,
    farm: KnownFarm,
    now: number,
  ): Promise<'moved' | Motivo | null> {
    const limit = windLimit(start.definicion.omitir ?? []);
    if (limit === null || sky === null) return null;
    const rest = await restOf(tx, start, farm);
    if (!rest) return null;
    const { first, end, latest } = rest;
    const wind = windiestOf(sky, first, end);
    if (wind === null || wind <= limit) return null;
    const valor = Math.round(wind);
    const calm = calmStart(sky, limit, {
      now,
      from: first,
      span: end - first,
      latest,
    });
    if (calm === null) return { codigo: 'viento_sin_calma', valor, fuente: FUENTE };
    await move(tx, start, rest, calm, `el pronóstico de viento de ${valor} km/h (${FUENTE})`);
    return 'moved';
  }

  /** By what a point has summed, to be asked again; false: it cannot wait any longer. */
  async byRain(tx: EntityManager, start: DueStart, motivo: Motivo, farm: KnownFarm): Promise<boolean> {
    const rest = await restOf(tx, start, farm);
    if (!rest || rest.first + AGAIN_MS > rest.latest || motivo.codigo !== 'medido') return false;
    const { nombre, unidad } = magnitudOf(motivo.magnitud);
    const summed = `${motivo.valor} ${unidad}`.trim();
    await move(
      tx,
      start,
      rest,
      rest.first + AGAIN_MS,
      `lo medido (${nombre.toLowerCase()}: ${summed} en ${motivo.horas} h)`,
    );
    return true;
  }
}

interface Left {
  turns: Rest[];
  first: number;
  end: number;
  /** To which time it may be delayed. */
  latest: number;
}

/** What is left of a start; null = nothing, or a person moved a part of it. */
const restOf = async (
  tx: EntityManager,
  { empresa_id, programa_id, riego, definicion }: DueStart,
  farm: KnownFarm,
): Promise<Left | null> => {
  const turns: Rest[] = await tx.query(REST, [empresa_id, programa_id, riego]);
  const first = Number(turns[0]?.inicio);
  if (turns.length === 0 || turns.some(({ by_person }) => by_person)) return null;
  const end = Math.max(...turns.map(({ inicio, segundos }) => Number(inicio) + segundos * 1_000));
  const latest = Math.min(riego + LONGEST_MS, lastEnd(definicion, farm, riego) - (end - first));
  return { turns, first, end, latest };
};

/** `por`: what of, in words. */
const move = async (
  tx: EntityManager,
  { empresa_id, programa_id, definicion }: DueStart,
  { turns, first }: Left,
  to: number,
  por: string,
): Promise<void> => {
  const steps = new Set(definicion.pasos.map(({ switch_id, dispositivo_id }) => `${switch_id} ${dispositivo_id}`));
  // Pumps follow their valves.
  const moved = turns
    .filter(({ switch_id, dispositivo_id }) => steps.has(`${switch_id ?? undefined} ${dispositivo_id ?? undefined}`))
    .map(({ turno_id, inicio, pedidos_s }) => ({ turno_id, inicio: Number(inicio) + to - first, pedidos_s }));
  await tx.query(MOVE, [JSON.stringify(moved), empresa_id, programa_id, por]);
};

/** The strictest. */
const windLimit = (conditions: readonly SkipCondition[]): number | null => {
  const limits = conditions.flatMap(({ tipo, valor }) => (tipo === 'pronostico_viento' ? [valor] : []));
  return limits.length === 0 ? null : Math.min(...limits);
};

/** What is delayed ends within its day and its window. */
const lastEnd = ({ ventana }: Definicion, { zona }: KnownFarm, riego: number): number => {
  const [, midnight] = dayAround(riego, zona);
  return ventana ? Math.min(midnight, windowEnd(ventana, clockOf(zona), riego)) : midnight;
};
