import { type ApiClient, type RunningAcequia } from '@acequia/testing';
import { loadavg } from 'node:os';
import { cpuOf } from '../cpu.js';
import { quantiles } from '../quantiles.js';
import { type History, SCHEMA } from './generate.js';
import { Psql } from './psql.js';

const DAY_MS = 86_400_000;
const ZONE = 'America/Mexico_City';
const WIDTH = 500;
/** Boards asked in turn, and how often each. */
const BOARDS = 12;
const ROUNDS = 6;

type Sensor = History['sensors'][number];
interface Question {
  name: string;
  ask: (api: ApiClient, sensor: Sensor) => Promise<number>;
  /** What somebody who knows the board and the pin would write, on the same tables, for the same points. */
  sql: (sensor: Sensor) => string;
}

/** Points of a step out of the stored quarters of an hour. */
const steps = ({ placa_id, pin }: Sensor, begin: string, desde: number, hasta: number): string => `
  SELECT ${begin}, greatest(sum(n_temperatura), sum(n_humedad)), sum(suma_temperatura) / sum(n_temperatura),
         min(min_temperatura), max(max_temperatura), sum(suma_humedad) / sum(n_humedad), min(min_humedad), max(max_humedad)
    FROM lecturas_15m WHERE placa_id = ${placa_id} AND pin = ${pin}
     AND ts >= to_timestamp(${desde / 1_000}) AND ts < to_timestamp(${hasta / 1_000})
   GROUP BY 1 ORDER BY 1`;
const serie =
  (name: string, days: number, begin: string) =>
  (hasta: number): Question => {
    const desde = hasta - days * DAY_MS;
    return {
      name,
      ask: async (api, { switch_id }) =>
        (await api.call('historial.serie', { query: { switch_id, desde, hasta, ancho: String(WIDTH) } })).ts.length,
      sql: (sensor) => steps(sensor, begin, desde, hasta),
    };
  };
const last50 = (): Question => ({
  name: 'last 50 points',
  ask: async (api, { switch_id }) => (await api.call('historial.puntos', { query: { switch_id, limit: '50' } })).length,
  sql: ({ placa_id, pin }) =>
    `SELECT ts, temperatura, humedad FROM lecturas WHERE placa_id = ${placa_id} AND pin = ${pin} ORDER BY ts DESC LIMIT 50`,
});
const QUESTIONS: ((hasta: number) => Question)[] = [
  last50,
  serie('30 days', 30, `date_bin('2 hours', ts AT TIME ZONE '${ZONE}', '2001-01-01') AT TIME ZONE '${ZONE}'`),
  serie('1 year', 365, `date_bin('1 day', ts AT TIME ZONE '${ZONE}', '2001-01-01') AT TIME ZONE '${ZONE}'`),
];

/** The three questions of a chart at the API, beside the same questions in SQL through psql, in turns. */
export async function* measureCharts(acequia: RunningAcequia, history: History): AsyncGenerator<object> {
  const api = await acequia.login(history.email, history.password);
  const psql = await Psql.connect(acequia.databaseUrl, { search_path: SCHEMA });
  const every = Math.max(1, Math.floor(history.sensors.length / BOARDS));
  const asked = history.sensors.filter((_sensor, i) => i % every === 0).slice(0, BOARDS);
  try {
    for (const question of QUESTIONS) {
      const { name, ask, sql } = question(history.until);
      const times: Record<'api' | 'psql' | 'door', number[]> = { api: [], psql: [], door: [] };
      let points = 0;
      const cpu_before = cpuOf(acequia);
      for (let round = 0; round <= ROUNDS; round++) {
        for (const sensor of asked) {
          const bare = await psql.timed(sql(sensor));
          const started = performance.now();
          points = Math.max(points, await ask(api, sensor));
          const whole = performance.now() - started;
          // The first round reads from the disk what the others find in memory.
          if (round === 0) continue;
          times.psql.push(bare);
          times.api.push(whole);
        }
      }
      const cpu_after = cpuOf(acequia);
      for (let n = 0; n < ROUNDS * asked.length; n++) {
        const started = performance.now();
        await api.call('empresas.obtener', { params: { id: history.empresa_id } });
        times.door.push(performance.now() - started);
      }
      const [a, b] = [quantiles(times.api), quantiles(times.psql)];
      yield {
        bench: `history: ${name}`,
        rows: history.rows,
        points,
        api_ms: a,
        yardstick_psql_ms: b,
        // What the services work for one of these calls, and how long one takes that reads a single small row: the way there and back.
        services_cpu_ms:
          cpu_before === null || cpu_after === null
            ? null
            : Math.round(((cpu_after - cpu_before) * 10) / ((ROUNDS + 1) * asked.length)) / 10,
        api_one_row_ms: quantiles(times.door),
        allowed_ms: Math.round((b.p50 * 1.5 + 5) * 10) / 10,
        load_1m: Math.round(loadavg()[0]! * 10) / 10,
        wanted: 'p50 at the API ≤ 1.5 × psql + 5 ms',
      };
    }
  } finally {
    psql.close();
  }
}
