/** SQL: `id` and `mide` of a switch's meter of volume, the one with fewest others. `empresa` and `id` are expressions. */
export const meterOf = (empresa: string, id: string): string =>
  `(SELECT id, mide FROM puntos WHERE empresa_id = ${empresa} AND magnitud = 'volumen' AND ${id} = ANY(mide)
    ORDER BY cardinality(mide), id LIMIT 1)`;
