import { type Caller, ENCENDIDO_MAX_DAYS, DEFAULT_ENCENDIDO_DAYS, type EncendidoDia } from '@acequia/contracts';
import { dayIn } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { TelemetryReader } from '../../replica/telemetry-reader.js';
import { invalid } from '../series/points.js';
import { AccessService } from './access.service.js';
import type { Dias } from './range.js';
import { silenciosSql } from './silences.sql.js';
import { wireColumns, WIRES } from '../series/wires.js';
import { texts } from '../../textos.js';

const DIA_MS = 86_400_000;

/** After the relay's wires: $6 and $7 first and last day, $8 zone, $9 current time. */
const DIAS = `
  SELECT d::date AS fecha, d AT TIME ZONE $8::text AS inicio, (d + interval '1 day') AT TIME ZONE $8::text AS fin
    FROM generate_series($6::date::timestamp, $7::date::timestamp, '1 day') d`;

/**
 * Pieces of constant relay state: each reaches from one transition to the next, the last one to the newest sample of its pin,
 * because the state after that is unknown (as it is during a board's long silences: silences.sql.ts). Of the transitions before the
 * range only the last one matters.
 */
const SPANS = `
  SELECT c.placa_id, greatest(x.ts, c.desde) AS desde, least(x.hasta, c.hasta) AS hasta, x.estado
    FROM ${WIRES}
    JOIN estado_actual a ON a.placa_id = c.placa_id AND (a.pines >> c.pin) & 1 = 1
   CROSS JOIN (SELECT min(inicio) AS primero, max(fin) AS ultimo FROM dias) r
   CROSS JOIN LATERAL (
     SELECT ts, estado, lead(ts, 1, least(a.ts_pines[bit_count((a.pines & ((1::bigint << (c.pin + 1)) - 1))::bit(64))], r.ultimo))
              OVER (ORDER BY ts) AS hasta
       FROM ((SELECT ts, estado FROM transiciones
               WHERE placa_id = c.placa_id AND pin = c.pin AND ts <= greatest(c.desde, r.primero) ORDER BY ts DESC LIMIT 1)
             UNION ALL
             (SELECT ts, estado FROM transiciones
               WHERE placa_id = c.placa_id AND pin = c.pin AND ts > greatest(c.desde, r.primero) AND ts < least(c.hasta, r.ultimo))) t
   ) x
   WHERE c.desde < r.ultimo AND c.hasta > r.primero`;

/** The pieces without the board's long silences; a piece of zero length stays. */
const KNOWN_ONES = `
  SELECT t.estado, lower(r) AS desde, upper(r) AS hasta
    FROM tramos t LEFT JOIN silencios s USING (placa_id)
   CROSS JOIN unnest(tstzmultirange(tstzrange(t.desde, t.hasta)) - coalesce(s.cuando, '{}')) r
   WHERE t.desde < t.hasta
  UNION ALL
  SELECT estado, desde, hasta FROM tramos WHERE desde = hasta`;

/** Minutes of each day that lie in a piece and in a silence. */
const SILENT_ONES = `
  SELECT d.fecha, sum(extract(epoch FROM least(upper(r), d.fin) - greatest(lower(r), d.inicio))) / 60 AS minutos
    FROM tramos t JOIN silencios s USING (placa_id)
   CROSS JOIN unnest(tstzmultirange(tstzrange(t.desde, t.hasta)) * s.cuando) r
    JOIN dias d ON lower(r) < d.fin AND upper(r) > d.inicio
   WHERE t.desde < t.hasta GROUP BY 1`;

const MINUTES_PER_DAY = `
  WITH RECURSIVE dias AS (${DIAS}), tramos AS MATERIALIZED (${SPANS}),
  ${silenciosSql('SELECT placa_id FROM tramos', '(SELECT min(inicio) FROM dias)', '(SELECT max(fin) FROM dias)')},
  sabidos AS MATERIALIZED (${KNOWN_ONES}), callados AS (${SILENT_ONES})
  SELECT to_char(d.fecha, 'YYYY-MM-DD') AS fecha, d.fin > $9::timestamptz AS en_curso,
         CASE WHEN count(t.estado) > 0 THEN coalesce(round(sum(extract(epoch FROM
           least(t.hasta, d.fin) - greatest(t.desde, d.inicio))) FILTER (WHERE t.estado = 1) / 60, 1), 0)::float8 END AS minutos,
         coalesce(round(max(c.minutos), 1), 0)::float8 AS minutos_sin_datos
    FROM dias d LEFT JOIN callados c USING (fecha) LEFT JOIN sabidos t ON t.desde < d.fin AND (t.hasta > d.inicio OR t.desde >= d.inicio) AND t.desde <= t.hasta
   GROUP BY d.fecha, d.fin ORDER BY d.fecha`;

/** After the relay's wires: $6 and $7 the range. */
const SECONDS_BETWEEN = `
  WITH RECURSIVE dias AS (SELECT $6::timestamptz AS inicio, $7::timestamptz AS fin), tramos AS MATERIALIZED (${SPANS}),
  ${silenciosSql('SELECT placa_id FROM tramos', '(SELECT inicio FROM dias)', '(SELECT fin FROM dias)')},
  sabidos AS MATERIALIZED (${KNOWN_ONES}),
  piezas AS (SELECT estado, extract(epoch FROM least(hasta, fin) - greatest(desde, inicio)) AS segundos
    FROM sabidos, dias WHERE desde < fin AND hasta > inicio)
  SELECT coalesce(sum(segundos) FILTER (WHERE estado = 1), 0)::float8 AS encendido_s, coalesce(sum(segundos), 0)::float8 AS sabido_s FROM piezas`;

/** Computes how long a switch was ENCENDIDO. */
@Injectable()
export class EncendidoService {
  constructor(
    private readonly telemetry: TelemetryReader,
    private readonly acceso: AccessService,
  ) {}

  /** Minutes per day of the company's calendar; without dates, the last thirty days. @throws AppError no_encontrado, datos_invalidos */
  async dias(caller: Caller, switch_id: number, request: Dias, now = new Date()): Promise<EncendidoDia[]> {
    const { zona_horaria: zona, relays } = await this.acceso.requireSwitch(caller, switch_id);
    const hasta = request.hasta ?? dayIn(zona, now);
    const desde = request.desde ?? diasAntes(hasta, DEFAULT_ENCENDIDO_DAYS - 1);
    if (Date.parse(hasta) - Date.parse(desde) >= ENCENDIDO_MAX_DAYS * DIA_MS)
      throw invalid('query.desde', texts.tooManyDays(ENCENDIDO_MAX_DAYS));
    return this.telemetry.query(MINUTES_PER_DAY, [...wireColumns(relays), desde, hasta, zona, now]);
  }

  /** Seconds between two instants, ms: those ENCENDIDO, and those of which the state is known. @throws AppError no_encontrado */
  async between(
    caller: Caller,
    switch_id: number,
    desde: number,
    hasta: number,
  ): Promise<{ encendido_s: number; sabido_s: number }> {
    const { relays } = await this.acceso.requireSwitch(caller, switch_id);
    const range = [desde, hasta].map((at) => new Date(at).toISOString());
    const params = [...wireColumns(relays), ...range];
    const [sums]: { encendido_s: number; sabido_s: number }[] = await this.telemetry.query(SECONDS_BETWEEN, params);
    return sums ?? { encendido_s: 0, sabido_s: 0 };
  }
}

/** Earliest valid day: Postgres has no year 0. */
const PRIMER_DIA = '0001-01-01';

const diasAntes = (dia: string, howMany: number): string => {
  const antes = new Date(Date.parse(dia) - howMany * DIA_MS).toISOString().slice(0, 10);
  return antes < PRIMER_DIA ? PRIMER_DIA : antes;
};
