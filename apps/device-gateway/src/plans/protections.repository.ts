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

/** The protections of switches that keep them off, then those that are bypassed. */
const OF_SWITCHES = `SELECT s.id AS switch_id, s.nombre AS switch, e.zona_horaria, r ->> 'nombre' AS nombre, r #>> '{flow,is}' AS flow, x.omitida, t.trip
  FROM switches s JOIN controles c ON c.placa_id = s.placa_id AND c.protecciones <> '[]'
  CROSS JOIN LATERAL jsonb_array_elements(c.protecciones) AS r
  CROSS JOIN LATERAL (SELECT CASE WHEN (r ->> 'bypass_until')::bigint > extract(epoch FROM now())
    THEN (r ->> 'bypass_until')::bigint END AS omitida) AS x
  LEFT JOIN empresas e ON e.id = s.empresa_id
  LEFT JOIN LATERAL (SELECT d AS trip FROM planes_de_placa p, jsonb_array_elements(p.disparadas) AS d
    WHERE p.placa_id = s.placa_id AND d ->> 'id' = r ->> 'id' LIMIT 1) AS t ON true
  WHERE s.id = ANY($1) AND r -> 'off' @> to_jsonb(s.hardware_pin) AND (t.trip IS NOT NULL OR x.omitida IS NOT NULL)
  ORDER BY s.id, x.omitida NULLS FIRST, r ->> 'id'`;

/** A bypassed one keeps nothing off. */
const TRIPPED = `SELECT b.empresa_id, b.placa_id, r ->> 'nombre' AS nombre, r #>> '{flow,is}' AS flow, d AS trip,
    ARRAY(SELECT s.id FROM switches s WHERE s.placa_id = b.placa_id AND r -> 'off' @> to_jsonb(s.hardware_pin) ORDER BY s.id) AS switches
  FROM planes_de_placa p JOIN placas b USING (placa_id) JOIN controles c USING (placa_id)
  CROSS JOIN LATERAL jsonb_array_elements(p.disparadas) AS d
  JOIN LATERAL jsonb_array_elements(c.protecciones) AS r ON r ->> 'id' = d ->> 'id'
  WHERE p.disparadas <> '[]' AND b.eliminada_en IS NULL
    AND coalesce((r ->> 'bypass_until')::bigint, 0) <= extract(epoch FROM now())
  ORDER BY b.placa_id, d ->> 'id'`;

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

/** What boards say of the protections that automation handed over for them. */
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
      sabe: boolean;
      sabe_caudal: boolean;
      tomadas: boolean;
      protecciones: ProteccionDeControl[] | null;
      disparadas: Trip[] | null;
    }[] = await this.db.query(
      `SELECT x.placa_id, coalesce('protections' = ANY(p.puede), false) AS sabe,
         coalesce('flow' = ANY(p.puede), false) AS sabe_caudal, coalesce(p.control_rev = c.rev, false) AS tomadas,
         c.protecciones, p.disparadas
       FROM unnest($1::integer[]) AS x (placa_id) LEFT JOIN controles c USING (placa_id) LEFT JOIN planes_de_placa p USING (placa_id)`,
      [placas],
    );
    return rows.map(({ protecciones, disparadas, ...row }) => ({
      ...row,
      lleva: (protecciones ?? []).flatMap(({ id }) => idOf(id)),
      disparadas: (disparadas ?? []).flatMap((trip) => {
        const flow = protecciones?.find(({ id }) => id === trip.id)?.flow?.is ?? null;
        return idOf(trip.id).map((id) => ({ id, ...tripOf(trip, flow) }));
      }),
    }));
  }
}

/** @throws AppError `switch_protegido` when its board says that a protection keeps it off; the board itself judges a bypass */
export const requireUnprotected = async (tx: EntityManager, switch_id: number): Promise<void> => {
  const [row]: Row[] = await tx.query(OF_SWITCHES, [[switch_id]]);
  if (!row?.trip || row.omitida !== null) return;
  const { desde, caudal } = tripOf(row.trip, row.flow);
  const { switch: nombre, nombre: proteccion, zona_horaria: zona } = row;
  const frase = { codigo: 'protegido', nombre, proteccion, desde, zona: zona ?? 'UTC' } as const;
  throw refused('switch_protegido', caudal ? { ...frase, caudal } : frase);
};
