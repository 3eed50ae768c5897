import { COUNTER_RULE, type CounterPoint, type CounterRule, type MagnitudClave } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** `vuelta` as Postgres writes it; null = the counter never begins at 0 again by itself. */
export const counterRule = (vuelta: string | null): CounterRule =>
  vuelta === null ? COUNTER_RULE : { ...COUNTER_RULE, wrap: Number(vuelta) };

@Injectable()
export class PuntosRepository {
  constructor(private readonly db: DataSource) {}

  /** What its values mean, and how its counter is judged; undefined = no such point. */
  async meaning(punto_id: number): Promise<{ magnitud: MagnitudClave; rule: CounterRule } | undefined> {
    const [row]: { magnitud: MagnitudClave; vuelta: string | null }[] = await this.db.query(
      'SELECT magnitud, vuelta FROM puntos WHERE id = $1 AND NOT eliminado',
      [punto_id],
    );
    return row && { magnitud: row.magnitud, rule: counterRule(row.vuelta) };
  }

  /** What is stored of these points and times, ms; `i` = the place among them. The bounds keep the search to the partitions concerned. */
  async stored(keys: readonly (readonly [number, number])[]): Promise<{ i: number; valor: number | null }[]> {
    if (keys.length === 0) return [];
    const times = keys.map(([, ts]) => ts);
    const bounds = times.reduce(([least, most], ts) => [Math.min(least, ts), Math.max(most, ts)] as const, [
      Infinity,
      -Infinity,
    ] as readonly [number, number]);
    const rows: { i: number; valor: string | null }[] = await this.db.query(
      `SELECT (k.n - 1)::integer AS i, v.valor
         FROM unnest($1::integer[], $2::bigint[]) WITH ORDINALITY AS k(punto_id, ms, n)
         JOIN valores v ON v.punto_id = k.punto_id AND v.ts = 'epoch'::timestamptz + k.ms * interval '1 millisecond'
        WHERE v.ts >= $3 AND v.ts <= $4`,
      [keys.map(([punto_id]) => punto_id), times, ...bounds.map((ms) => new Date(ms))],
    );
    return rows.map(({ i, valor }) => ({ i, valor: valor === null ? null : Number(valor) }));
  }

  /**
   * What a counter said in [desde, hasta], ms, as it is kept, oldest first, and so far around it as judging its ends takes: the last value
   * before, and some after. `reach_ms`: how far away these may be.
   */
  async counterPoints(punto_id: number, desde: number, hasta: number, reach_ms: number): Promise<CounterPoint[]> {
    const near = `SELECT ts, valor FROM valores WHERE punto_id = $1 AND valor IS NOT NULL`;
    const rows: { ms: number; valor: string }[] = await this.db.query(
      `SELECT (extract(epoch FROM ts) * 1000)::float8 AS ms, valor FROM (
         (${near} AND ts < $2 AND ts >= $4 ORDER BY ts DESC LIMIT ${COUNTER_RULE.confirming})
         UNION ALL (${near} AND ts >= $2 AND ts <= $3)
         UNION ALL (${near} AND ts > $3 AND ts <= $5 ORDER BY ts LIMIT ${COUNTER_RULE.confirming})
       ) v ORDER BY ts`,
      [punto_id, ...[desde, hasta, desde - reach_ms, hasta + reach_ms].map((ms) => new Date(ms))],
    );
    return rows.map(({ ms, valor }) => ({ ts: ms, value: Number(valor) }));
  }
}
