import type { CallRequest, StoredEpisode } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A condition that must last at least a quarter of an hour is tested against the quarter's mean, a shorter one by its extreme. */
const BY_MEAN_S = 900;
/** Most episodes of an answer. */
const MOST = 10_000;
/** A gap in the values longer than this ends an episode. */
const GAP = `interval '30 minutes'`;

/**
 * Stretches of quarters beyond a limit, with hysteresis: $1 switches, [$2, $3), $4 the limit and $5 where it ends, in hundredths,
 * $6 the minimum duration in seconds, $7 how many, the newest. "Below" is "above" of the negated value. Sensors that never crossed the limit are skipped early.
 */
const episodesSql = (x: 'temperatura' | 'humedad', above: boolean, byMean: boolean): string => {
  const sign = above ? '' : '-';
  const extreme = `${sign}q.${above ? 'max' : 'min'}_${x}`;
  const value = byMean ? `${sign}(q.suma_${x}::float8 / q.n_${x})` : `${extreme}::float8`;
  return `
    WITH q AS MATERIALIZED (
      SELECT c.switch_id, q.ts, ${value} AS v, ${extreme} AS extremo
        FROM cableado c JOIN lecturas_15m q ON q.placa_id = c.placa_id AND q.pin = c.pin AND q.ts >= c.desde AND q.ts < c.hasta
       WHERE c.papel = 'sensor' AND c.switch_id = ANY($1::int[]) AND q.ts >= $2::timestamptz AND q.ts < $3::timestamptz
         AND q.n_${x} > 0
    ), marked AS (
      SELECT *, CASE WHEN v > $4 THEN 1 WHEN v <= $5 THEN 0 END AS mark
        FROM q WHERE switch_id IN (SELECT switch_id FROM q GROUP BY 1 HAVING max(v) > $4)
    ), held AS (
      SELECT *, count(mark) OVER w AS stretch, lag(ts) OVER w AS previous
        FROM marked WINDOW w AS (PARTITION BY switch_id ORDER BY ts)
    ), tested AS (
      SELECT *, first_value(mark) OVER (PARTITION BY switch_id, stretch ORDER BY ts) AS beyond FROM held
    ), begun AS (
      SELECT *, CASE WHEN lag(beyond) OVER w IS DISTINCT FROM 1 OR ts - previous > ${GAP} THEN 1 ELSE 0 END AS begins
        FROM tested WINDOW w AS (PARTITION BY switch_id ORDER BY ts)
    ), numbered AS (
      SELECT *, sum(begins) OVER (PARTITION BY switch_id ORDER BY ts) AS episode FROM begun WHERE beyond = 1
    )
    SELECT * FROM (
    SELECT switch_id, (extract(epoch FROM min(ts)) * 1000)::float8 AS desde,
           (extract(epoch FROM max(ts) + interval '15 minutes') * 1000)::float8 AS hasta, ${sign}max(extremo)::float8 / 100 AS extremo
      FROM numbered GROUP BY switch_id, episode
    HAVING max(ts) + interval '15 minutes' - min(ts) >= make_interval(secs => $6) ORDER BY 2 DESC, 1 LIMIT $7
    ) AS newest ORDER BY desde, switch_id`;
};

/** Finds when sensors were beyond a limit, from stored quarters of an hour. */
@Injectable()
export class EpisodesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The newest `most`: a limit that every quarter crosses finds as many as there are sensors times quarters. */
  episodes(request: CallRequest<'historial.episodios'>, most = MOST): Promise<StoredEpisode[]> {
    const { switches, magnitud, sentido, umbral, histeresis, espera_s, desde, hasta } = request;
    const above = sentido === 'alta';
    const limit = Math.round((above ? umbral : -umbral) * 100);
    return this.dataSource.query(episodesSql(magnitud, above, espera_s >= BY_MEAN_S), [
      ...[switches, new Date(desde), new Date(hasta), limit, limit - Math.round(histeresis * 100), espera_s],
      most,
    ]);
  }
}
