/**
 * Records that device-gateway has this revision; or a newer one, when this service was restored from an older backup: then it
 * counts on from that revision and hands over again.
 */
export const TAKEN = (table: 'agendas' | 'controles'): string =>
  `UPDATE ${table} SET enviada = $2::integer, rev = CASE WHEN $3::integer > $2 THEN $3 + 1 ELSE rev END
   WHERE placa_id = $1 AND rev = $2`;
