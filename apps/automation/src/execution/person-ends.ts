import type { DataSource } from 'typeorm';

/** When persons' running ONs of switches end, by switch, ms: a turn that begins meanwhile does not shorten them. */
export const personEndsOf = async (
  db: DataSource,
  switches: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, number>> => {
  const rows: { id: number; ends: string }[] = await db.query(
    `SELECT entidad_id AS id, ts + max_s * 1000::bigint AS ends FROM ordenes_de_personas
     WHERE entidad = 'switch' AND entidad_id = ANY($1) AND accion = 'on' AND ts + max_s * 1000::bigint > $2`,
    [switches, now],
  );
  return new Map(rows.map(({ id, ends }) => [id, Number(ends)]));
};
