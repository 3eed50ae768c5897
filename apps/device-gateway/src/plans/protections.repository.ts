import {
  type CaudalMal,
  type PorCaudal,
  type ProteccionDeControl,
  type ProteccionDeSwitch,
  type ProteccionQueActuo,
  type ProteccionesDePlaca,
  refused,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

interface Trip {
  id: string;
  /** s since 1970. */
  at: number | null;
  /** l/h. */
  lph?: number;
  expected?: number;
}
type Flow = NonNullable<ProteccionDeControl['flow']>;
interface Row {
  switch_id: number;
  /** Of the switch. */
  switch: string;
  zona_horaria: string | null;
  nombre: string;
  /** s since 1970. */
  omitida: string | null;
  flow: Flow['is'] | null;
  trip: Trip | null;
}

/** Of protections d: that no board is given it, and so the service judges it. */
export const BY_SERVICE = `d.definicion ->> 'activa' = '1' AND d.definicion ->> 'cuando' IN ('arriba', 'abajo')
    AND NOT EXISTS (SELECT FROM controles c, jsonb_array_elements(c.protecciones) AS r
      WHERE c.placa_id = (d.definicion ->> 'placa_id')::int AND r ->> 'id' = 'p' || d.id)`;
const SERVICE_TRIP = `CASE WHEN d.disparada_en IS NOT NULL
    THEN jsonb_build_object('id', 'p' || d.id, 'at', floor(extract(epoch FROM d.disparada_en))::bigint) END`;
/** s since 1970; null = it is not bypassed. */
const SERVICE_BYPASS = `CASE WHEN (d.definicion ->> 'omitida_hasta')::bigint > extract(epoch FROM now()) * 1000
    THEN ceil((d.definicion ->> 'omitida_hasta')::bigint / 1000.0)::bigint END`;

/** Whether the service keeps the switch of an order off now. */
export const keptByService = (order: string): string => `EXISTS (SELECT FROM protecciones d
    WHERE d.empresa_id = ${order}.empresa_id AND ${order}.switch_id = ANY (d.apaga) AND d.disparada_en IS NOT NULL AND ${SERVICE_BYPASS} IS NULL AND ${BY_SERVICE})`;

/** The protections of switches that keep them off, then those that are bypassed. */
const OF_SWITCHES = `SELECT s.id AS switch_id, s.nombre AS switch, e.zona_horaria, r ->> 'nombre' AS nombre, r #>> '{flow,is}' AS flow, x.omitida, t.trip,
    r ->> 'id' AS clave
  FROM switches s JOIN controles c ON c.placa_id = s.placa_id AND c.protecciones <> '[]'
  CROSS JOIN LATERAL jsonb_array_elements(c.protecciones) AS r
  CROSS JOIN LATERAL (SELECT CASE WHEN (r ->> 'bypass_until')::bigint > extract(epoch FROM now())
    THEN (r ->> 'bypass_until')::bigint END AS omitida) AS x
  LEFT JOIN empresas e ON e.id = s.empresa_id
  LEFT JOIN LATERAL (SELECT d AS trip FROM planes_de_placa p, jsonb_array_elements(p.disparadas) AS d
    WHERE p.placa_id = s.placa_id AND d ->> 'id' = r ->> 'id' LIMIT 1) AS t ON true
  WHERE s.id = ANY($1) AND r -> 'off' @> to_jsonb(s.hardware_pin) AND (t.trip IS NOT NULL OR x.omitida IS NOT NULL)
  UNION ALL
  SELECT s.id, s.nombre, e.zona_horaria, d.definicion ->> 'nombre', NULL, x.omitida, x.trip, 'p' || d.id
  FROM switches s JOIN protecciones d ON d.empresa_id = s.empresa_id AND s.id = ANY (d.apaga) AND ${BY_SERVICE} LEFT JOIN empresas e ON e.id = s.empresa_id
  CROSS JOIN LATERAL (SELECT ${SERVICE_BYPASS} AS omitida, ${SERVICE_TRIP} AS trip) AS x
  WHERE s.id = ANY($1) AND (x.trip IS NOT NULL OR x.omitida IS NOT NULL)
  ORDER BY switch_id, omitida NULLS FIRST, clave`;

/** A bypassed one keeps nothing off. */
const TRIPPED = `SELECT b.empresa_id, b.placa_id, r ->> 'nombre' AS nombre, r #>> '{flow,is}' AS flow, d AS trip,
    ARRAY(SELECT s.id FROM switches s WHERE s.placa_id = b.placa_id AND r -> 'off' @> to_jsonb(s.hardware_pin) ORDER BY s.id) AS switches
  FROM planes_de_placa p JOIN placas b USING (placa_id) JOIN controles c USING (placa_id)
  CROSS JOIN LATERAL jsonb_array_elements(p.disparadas) AS d
  JOIN LATERAL jsonb_array_elements(c.protecciones) AS r ON r ->> 'id' = d ->> 'id'
  WHERE p.disparadas <> '[]' AND b.eliminada_en IS NULL
    AND coalesce((r ->> 'bypass_until')::bigint, 0) <= extract(epoch FROM now())
  UNION ALL
  SELECT d.empresa_id, b.placa_id, d.definicion ->> 'nombre', NULL, ${SERVICE_TRIP}, d.apaga
  FROM protecciones d JOIN placas b ON b.placa_id = (d.definicion ->> 'placa_id')::int AND b.eliminada_en IS NULL
  WHERE d.disparada_en IS NOT NULL AND ${SERVICE_BYPASS} IS NULL AND ${BY_SERVICE}
  ORDER BY placa_id, trip`;

const CAUSES: Record<Flow['is'], PorCaudal> = { burst: 'rotura', missing: 'sin_caudal', leak: 'fuga' };
const m3hOf = (lph: number | undefined): number | null => (lph === undefined ? null : lph / 1_000);
const tripOf = (
  { at, lph, expected }: Trip,
  flow: Flow['is'] | null,
): { desde: number | null; caudal?: CaudalMal } => ({
  desde: at === null ? null : at * 1000,
  ...(flow && { caudal: { causa: CAUSES[flow], m3h: m3hOf(lph), esperado_m3h: m3hOf(expected) } }),
});
/** automation names them so. */
const idOf = (id: string): number[] => (/^p\d+$/.test(id) ? [Number(id.slice(1))] : []);

/** What boards say of the protections that automation handed over for them, and what the service keeps off where no board judges. */
@Injectable()
export class ProtectionsRepository {
  constructor(private readonly db: DataSource) {}

  /** Of each switch the protection that keeps it off, or one that is bypassed. */
  async of(switches: readonly number[]): Promise<Map<number, ProteccionDeSwitch>> {
    if (switches.length === 0) return new Map();
    const rows: Row[] = await this.db.query(OF_SWITCHES, [switches]);
    const shown = rows.map(({ switch_id, nombre, flow, trip, omitida }): [number, ProteccionDeSwitch] => [
      switch_id,
      {
        nombre,
        disparada: trip && tripOf(trip, flow),
        omitida_hasta: omitida === null ? null : Number(omitida) * 1000,
      },
    ]);
    // The first of each switch counts.
    return new Map(shown.reverse());
  }

  /** Those that keep switches off now, of all boards. */
  async tripped(): Promise<ProteccionQueActuo[]> {
    const rows: (Omit<ProteccionQueActuo, 'desde' | 'caudal'> & { trip: Trip; flow: Flow['is'] | null })[] =
      await this.db.query(TRIPPED);
    return rows.map(({ trip, flow, ...row }) => ({ ...row, ...tripOf(trip, flow) }));
  }

  async ofBoards(placas: readonly number[]): Promise<ProteccionesDePlaca[]> {
    const rows: {
      placa_id: number;
      tomadas: boolean;
      protecciones: ProteccionDeControl[] | null;
      disparadas: Trip[];
    }[] = await this.db.query(
      `SELECT x.placa_id, coalesce(p.control_rev = c.rev, false) AS tomadas, c.protecciones, coalesce(p.disparadas, '[]') ||
         (SELECT coalesce(jsonb_agg(${SERVICE_TRIP} ORDER BY d.id), '[]') FROM protecciones d
          WHERE d.disparada_en IS NOT NULL AND (d.definicion ->> 'placa_id')::int = x.placa_id AND ${BY_SERVICE}) AS disparadas
       FROM unnest($1::integer[]) AS x (placa_id) LEFT JOIN controles c USING (placa_id) LEFT JOIN planes_de_placa p USING (placa_id)`,
      [placas],
    );
    return rows.map(({ protecciones, disparadas, ...row }) => ({
      ...row,
      lleva: (protecciones ?? []).flatMap(({ id }) => idOf(id)),
      disparadas: disparadas.flatMap((trip) => {
        const flow = protecciones?.find(({ id }) => id === trip.id)?.flow?.is ?? null;
        return idOf(trip.id).map((id) => ({ id, ...tripOf(trip, flow) }));
      }),
    }));
  }
}

/** @throws AppError `switch_protegido` when a protection of its board, or of the service, keeps it off; the board itself judges a bypass */
export const requireUnprotected = async (tx: EntityManager, switch_id: number): Promise<void> => {
  const [row]: Row[] = await tx.query(OF_SWITCHES, [[switch_id]]);
  if (!row?.trip || row.omitida !== null) return;
  const { desde, caudal } = tripOf(row.trip, row.flow);
  const { switch: nombre, nombre: proteccion, zona_horaria: zona } = row;
  const frase = { codigo: 'protegido', nombre, proteccion, desde, zona: zona ?? 'UTC' } as const;
  throw refused('switch_protegido', caudal ? { ...frase, caudal } : frase);
};
