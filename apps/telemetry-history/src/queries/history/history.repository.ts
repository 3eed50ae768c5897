import {
  type HistorialEvent,
  DEFAULT_HISTORIAL_DAYS,
  HISTORIAL_MAX,
  HISTORIAL_PAGE,
  type HistorialPoint,
  type LastStored,
  DEFAULT_ZONE,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TelemetryReader } from '../../replica/telemetry-reader.js';
import { type Cable, lecturasSql, type Relay, wireColumns, WIRES } from '../series/wires.js';
import { type Dias, limitsSql } from './range.js';

const degrees = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100);

/** Start of the day thirty days ago, in the zone of parameter 8. */
const THIRTY_DAYS = `((now() AT TIME ZONE $8::text)::date - ${DEFAULT_HISTORIAL_DAYS})::timestamp AT TIME ZONE $8::text`;

/** The latest instant that a Date can hold. */
const MAX_MS = 8.64e15;

interface Lectura {
  ts: Date;
  temperatura: number | null;
  humedad: number | null;
}

@Injectable()
export class HistoryRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly telemetry: TelemetryReader,
  ) {}

  async zoneOf(empresa_id: number | null): Promise<string> {
    const [empresa]: { zona_horaria: string }[] = await this.dataSource.query(
      'SELECT zona_horaria FROM empresas WHERE id = $1',
      [empresa_id],
    );
    return empresa?.zona_horaria ?? DEFAULT_ZONE;
  }

  /** Newest points of a sensor on every pin it has used; oldest first. */
  async points(cables: readonly Cable[], limit: number): Promise<HistorialPoint[]> {
    const nuevas = 'ORDER BY ts DESC LIMIT $1::integer';
    const rows = await this.telemetry.query<Lectura[]>(
      `SELECT * FROM (${lecturasSql(cables, 'true', nuevas)}) l ${nuevas}`,
      [limit],
    );
    return rows.reverse().map(({ ts, temperatura, humedad }) => ({
      fecha: ts.toISOString(),
      temperatura: degrees(temperatura),
      humedad: degrees(humedad),
    }));
  }

  /**
   * State changes of these switches in a range of days of the zone, newest first, then by switch.
   * @param antes `_id` of an entry: returns the page after it in this order. An open beginning then reaches back without limit.
   */
  async events(relays: readonly Relay[], dias: Dias, zona: string, antes?: string): Promise<HistorialEvent[]> {
    if (relays.length === 0) return [];
    const limites = limitsSql(6, 7, 8);
    const [antes_id, antes_ms] = antes?.split(':').map(Number) ?? [null, null];
    // Without dates: the last thirty days of the company's calendar (DEC-10).
    const abierto = !dias.desde && !dias.hasta && !antes;
    const desde = abierto ? `coalesce($6::date::timestamptz, ${THIRTY_DAYS})` : limites.desde;
    const position = antes ? new Date(Math.min(antes_ms ?? 0, MAX_MS)) : null;
    const rows = await this.telemetry.query<{ switch_id: number; estado: 0 | 1; ts: Date; primero: boolean }[]>(
      `SELECT c.switch_id, t.estado, t.ts, t.oldest AND NOT EXISTS (
                SELECT FROM transiciones p WHERE p.placa_id = c.placa_id AND p.pin = c.pin AND p.ts < t.ts) AS primero
         FROM ${WIRES}
        CROSS JOIN LATERAL (
          SELECT estado, ts, lead(ts) OVER (ORDER BY ts DESC) IS NULL AS oldest FROM (
          SELECT estado, ts FROM transiciones
           WHERE placa_id = c.placa_id AND pin = c.pin AND ts >= greatest(c.desde, ${desde}) AND ts < least(c.hasta, ${limites.hasta})
             AND ($9::timestamptz IS NULL OR ts < $9 OR (ts = $9 AND c.switch_id > $10::bigint))
           ORDER BY ts DESC LIMIT $11) w
        ) t
        ORDER BY t.ts DESC, c.switch_id LIMIT $11`,
      [
        ...wireColumns(relays),
        dias.desde ?? null,
        dias.hasta ?? null,
        zona,
        position,
        antes_id,
        antes ? HISTORIAL_PAGE : HISTORIAL_MAX,
      ],
    );
    const names = new Map(relays.map(({ switch_id, zona: sitio, nombre }) => [switch_id, { zona: sitio, nombre }]));
    return rows.map(({ switch_id, estado, ts, primero }) => ({
      _id: `${switch_id}:${ts.getTime()}`,
      switch_id,
      ...names.get(switch_id)!,
      estado,
      fecha: ts.toISOString(),
      ...(primero && { primero: 1 as const }),
    }));
  }

  /** Newest stored value of each pin and of each sensor of these boards, a sensor's two values each with its own time. */
  async latest(placas: readonly number[]): Promise<LastStored[]> {
    const [pines, sensores]: [PinRow[], SensorRow[]] = await Promise.all([
      this.dataSource.query(
        `SELECT a.placa_id, p.pin, ((a.encendidos >> p.pin) & 1)::int AS estado, a.ts_pines[p.orden] AS ts
           FROM estado_actual a CROSS JOIN LATERAL (
             SELECT pin, row_number() OVER (ORDER BY pin) AS orden FROM generate_series(0, 39) AS pin WHERE (a.pines >> pin) & 1 = 1
           ) p WHERE a.placa_id = ANY($1::int[])`,
        [placas],
      ),
      this.dataSource.query(
        `SELECT a.placa_id, p.pin, l.ts, coalesce(l.temperatura, t.temperatura) AS temperatura, t.ts AS temperatura_ts,
                coalesce(l.humedad, h.humedad) AS humedad, h.ts AS humedad_ts
           FROM estado_actual a CROSS JOIN LATERAL (
             SELECT pin FROM generate_series(0, 39) AS pin WHERE (a.sensores >> pin) & 1 = 1
           ) p CROSS JOIN LATERAL (
             SELECT ts, temperatura, humedad FROM lecturas WHERE placa_id = a.placa_id AND pin = p.pin ORDER BY ts DESC LIMIT 1
           ) l LEFT JOIN LATERAL (${lastBefore('temperatura')}) t ON true
             LEFT JOIN LATERAL (${lastBefore('humedad')}) h ON true
          WHERE a.placa_id = ANY($1::int[])`,
        [placas],
      ),
    ]);
    const [pinesDe, sensoresDe] = [byPlaca(pines), byPlaca(sensores)];
    return placas.map((placa_id) => ({
      placa_id,
      pines: (pinesDe.get(placa_id) ?? []).map(({ pin, estado, ts }) => ({ pin, estado, ts: ts.getTime() })),
      sensores: (sensoresDe.get(placa_id) ?? []).map(
        ({ pin, ts, temperatura, temperatura_ts, humedad, humedad_ts }) => ({
          pin,
          temperatura: degrees(temperatura),
          humedad: degrees(humedad),
          ts: ts.getTime(),
          temperatura_ts: (temperatura_ts ?? ts).getTime(),
          humedad_ts: (humedad_ts ?? ts).getTime(),
        }),
      ),
    }));
  }
}

/** A value that its sensor's newest row lacks, from the hour before it: a sensor that has no such value is not searched further. */
const lastBefore = (campo: 'temperatura' | 'humedad'): string =>
  `SELECT ts, ${campo} FROM lecturas WHERE l.${campo} IS NULL AND placa_id = a.placa_id AND pin = p.pin AND ${campo} IS NOT NULL
      AND ts BETWEEN l.ts - interval '1 hour' AND l.ts ORDER BY ts DESC LIMIT 1`;

const byPlaca = <T extends { placa_id: number }>(rows: readonly T[]): Map<number, T[]> => {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const ofPlaca = groups.get(row.placa_id);
    if (ofPlaca) ofPlaca.push(row);
    else groups.set(row.placa_id, [row]);
  }
  return groups;
};

interface PinRow {
  placa_id: number;
  pin: number;
  estado: 0 | 1;
  ts: Date;
}
interface SensorRow extends Lectura {
  placa_id: number;
  pin: number;
  /** null = as the newest row. */
  temperatura_ts: Date | null;
  humedad_ts: Date | null;
}
