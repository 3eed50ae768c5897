export interface Dias {
  desde?: string | undefined;
  hasta?: string | undefined;
}

/**
 * SQL bounds of a range of calendar days in a zone, as expressions over parameters: [desde 00:00, the day after hasta 00:00).
 * An open end is ±infinity.
 * @param desde index of the parameter with the first day (or null) @param hasta index of the last day @param zona index of the zone
 */
export const limitsSql = (desde: number, hasta: number, zona: number): { desde: string; hasta: string } => ({
  desde: `coalesce($${desde}::date::timestamp AT TIME ZONE $${zona}::text, '-infinity')`,
  hasta: `coalesce(($${hasta}::date + 1)::timestamp AT TIME ZONE $${zona}::text, 'infinity')`,
});
