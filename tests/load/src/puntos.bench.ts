import { PUNTO_CADA_S } from '@acequia/contracts';
import { type ApiClient, Farm, startAcequia, type RunningAcequia } from '@acequia/testing';
import type { ChildProcess } from 'node:child_process';
import { loadavg } from 'node:os';
import pg from 'pg';
import { BARE, bareKey } from './ingest/bare.js';
import { startBare } from './ingest/bare-pipeline.js';
import { type FlatOut, flatOut, type Side, together } from './ingest/flat-out.js';
import { BenchFleet, type BodyOf } from './ingest/fleet.js';
import { quantiles } from './quantiles.js';

const BOARDS = 100;
/** Pins of a board without switches: a point each. */
const PINS = [4, 5, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 25, 26, 27, 32, 33, 34, 35];
const EACH = PINS.length;
/** Product and bare pipeline alternate, so that load on the machine affects both. */
const ROUNDS = 2;
const SECONDS = 15;
const ASKED = 200;
const MADE_AT_ONCE = 8;
const BUFFER_MS = 5 * 86_400_000;

/** A board's buffer of days, a sample a minute as boards tell them: meters that have counted for long and grow. */
const buffered = (): BodyOf => {
  const first = Date.now() - BUFFER_MS;
  const sent = new Map<number, number>();
  return (_ts, index) => {
    const n = (sent.get(index) ?? 0) + 1;
    sent.set(index, n);
    const ts = first + n * PUNTO_CADA_S.usual * 1_000;
    const values = PINS.map((_pin, i) => `"${i + 1}":${(1_000_000 + n * (10 + i)) / 1_000}`);
    return `{"seq":${n},"ts":${ts},"pins":{"4":0},"values":{${values.join(',')}}}`;
  };
};

/** Twenty values a sample, PUBLISH to committed row, and their series: the product beside the bare pipeline with the same rows. */
export async function benchPoints(): Promise<object[]> {
  const acequia = await startAcequia({ env: { RATE_LIMIT_SESSION: '1000000' } });
  const db = new pg.Client(acequia.databaseUrl);
  const children: ChildProcess[] = [];
  const sides: Side[] = [];
  try {
    await db.connect();
    const root = await acequia.loginAdmin();
    const product = await productSide(acequia, root);
    sides.push(product);
    const bare = await bareSide(acequia, children);
    sides.push(bare);
    const flat: Record<'product' | 'bare', FlatOut[]> = { product: [], bare: [] };
    for (let round = 0; round < ROUNDS; round++) {
      flat.bare.push(await flatOut(bare, db, SECONDS));
      flat.product.push(await flatOut(product, db, SECONDS));
    }
    const [p, b] = [together(flat.product), together(flat.bare)];
    const load_1m = Math.round(loadavg()[0]! * 10) / 10;
    return [
      {
        bench: `puntos: ${EACH} values a sample, as fast as acknowledged, PUBLISH → committed row`,
        boards: BOARDS,
        seconds: ROUNDS * SECONDS,
        product: p,
        yardstick_bare: b,
        ratio: Math.round((p.persisted_per_s / b.persisted_per_s) * 100) / 100,
        load_1m,
        wanted: 'ratio ≥ 0.8 of values a second, missing 0',
      },
      {
        bench: 'puntos: series of a day of one point',
        ...(await series(root, product, bare, db)),
        wanted: 'p99 < 60 ms',
      },
    ];
  } finally {
    for (const { fleet } of sides) fleet.close();
    for (const child of children) child.kill('SIGKILL');
    await db.end();
    await acequia.stop();
  }
}

async function productSide(acequia: RunningAcequia, root: ApiClient): Promise<Side> {
  const { empresa } = await Farm.create(acequia, root);
  const boards = await root.call('placas.registrar', { body: { empresa_id: empresa.id, cantidad: BOARDS } });
  const ids: number[] = [];
  const make = async (placa_id: number): Promise<void> => {
    for (const pin of PINS) {
      const fuente = { tipo: 'placa', driver: 'pulsos', pin } as const;
      const body = { empresa_id: empresa.id, placa_id, fuente, magnitud: 'volumen', nombre: `Pin ${pin}` } as const;
      ids.push((await root.call('puntos.crear', { body })).id);
    }
  };
  for (let i = 0; i < boards.length; i += MADE_AT_ONCE)
    await Promise.all(boards.slice(i, i + MADE_AT_ONCE).map(({ placa_id }) => make(placa_id)));
  const fleet = await BenchFleet.connect(acequia.mqtt, boards, false, buffered());
  return { boards, tabla: 'telemetry_history.valores', fleet, points: { ids, each: EACH } };
}

async function bareSide(acequia: RunningAcequia, children: ChildProcess[]): Promise<Side> {
  const { url, boards } = await startBare(acequia, children, BOARDS);
  const ids = boards.flatMap(({ id }) => PINS.map((_pin, i) => bareKey(id, i + 1)));
  const fleet = await BenchFleet.connect(url, boards, false, buffered());
  return { boards, tabla: `${BARE.schema}.valores`, fleet, points: { ids, each: EACH } };
}

/** GET /puntos/{id}/serie beside one statement over the same rows. */
async function series(root: ApiClient, product: Side, bare: Side, db: pg.Client): Promise<object> {
  const times = { product: [] as number[], bare: [] as number[] };
  const timed = async (list: number[], work: () => Promise<unknown>): Promise<void> => {
    const started = performance.now();
    await work();
    list.push(performance.now() - started);
  };
  const keyOf = ({ points }: Side, n: number): number => points!.ids[(n * EACH) % points!.ids.length]!;
  for (let n = 0; n < ASKED; n++) {
    await timed(times.product, () => root.call('puntos.serie', { params: { id: String(keyOf(product, n)) } }));
    await timed(times.bare, () =>
      db.query(
        `SELECT date_bin('5 minutes', ts, 'epoch') AS ts, max(valor) - min(valor) AS suma FROM ${bare.tabla}
          WHERE punto_id = $1 AND ts > now() - interval '1 day' GROUP BY 1 ORDER BY 1`,
        [keyOf(bare, n)],
      ),
    );
  }
  return { asked: ASKED, product_ms: quantiles(times.product), yardstick_sql_ms: quantiles(times.bare) };
}
