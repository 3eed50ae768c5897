import type { SkipCondition } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { dayAround, clockOf } from '../expansion/zone-clock.js';
import { windowEnd } from '../expansion/window.js';
import { calmStart, FUENTE, type Sky, windiestOf } from '../forecast/sky.js';
import type { KnownFarm } from '../storage/farm.repository.js';
import type { Motivo } from '../storage/motivo.js';
import type { Definicion } from '../storage/programa.entity.js';

/** Wind delays a start for so long at most, ms. */
const LONGEST_MS = 6 * 3_600_000;

export interface WindyTurn {
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

/** Delays what is left of a start by a forecast of wind, all of it by the same time, so that its steps stay in their order. */
@Injectable()
export class WindService {
  /** null = no wind, or nobody knows; `moved`: it is planned anew; a motivo: it stays windy, so that waiting would not help. */
  async delay(
    tx: EntityManager,
    { empresa_id, programa_id, riego, definicion }: WindyTurn,
    sky: Sky | null,
    farm: KnownFarm,
    now: number,
  ): Promise<'moved' | Motivo | null> {
    const limit = windLimit(definicion.omitir ?? []);
    if (limit === null || sky === null) return null;
    const rest: Rest[] = await tx.query(REST, [empresa_id, programa_id, riego]);
    const first = Number(rest[0]?.inicio);
    if (rest.length === 0 || rest.some(({ by_person }) => by_person)) return null;
    const end = Math.max(...rest.map(({ inicio, segundos }) => Number(inicio) + segundos * 1_000));
    const wind = windiestOf(sky, first, end);
    if (wind === null || wind <= limit) return null;
    const valor = Math.round(wind);
    const calm = calmStart(sky, limit, {
      now,
      from: first,
      span: end - first,
      latest: Math.min(riego + LONGEST_MS, lastEnd(definicion, farm, riego) - (end - first)),
    });
    if (calm === null) return { codigo: 'viento_sin_calma', valor, fuente: FUENTE };
    const steps = new Set(definicion.pasos.map(({ switch_id, dispositivo_id }) => `${switch_id} ${dispositivo_id}`));
    // Pumps follow their valves.
    const moved = rest
      .filter(({ switch_id, dispositivo_id }) => steps.has(`${switch_id ?? undefined} ${dispositivo_id ?? undefined}`))
      .map(({ turno_id, inicio, pedidos_s }) => ({ turno_id, inicio: Number(inicio) + calm - first, pedidos_s }));
    const por = `el pronóstico de viento de ${valor} km/h (${FUENTE})`;
    await tx.query(MOVE, [JSON.stringify(moved), empresa_id, programa_id, por]);
    return 'moved';
  }
}

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
