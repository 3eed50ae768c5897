import { shardOf } from '@acequia/contracts';
import { eventually, truncate } from '@acequia/testing';
import fc from 'fast-check';
import { TestHistory } from '../test/database.fixture.js';
import { monthOf } from '../maintenance/partitions/month.js';
import { verificar } from '../maintenance/verify/verification.js';
import { type Estado, type Rows, type Lectura, sort } from './rows.js';

/** A sample of a board: the pins and sensors that it reports. */
interface Sample {
  placa_id: number;
  ts: number;
  pines: number[];
  sensores: number[];
}

// Starts twenty minutes before the end of a month, so that samples fall on both sides.
const START = Date.UTC(2026, 10, 30, 23, 40);
const PINES = [4, 5, 19, 20, 39];
const SENSORES = [15, 32];

/** Deterministic value per key, however often and with whatever other samples the key is sent. */
const random = (...partes: number[]): number => {
  let hash = 2_166_136_261;
  for (const parte of partes) hash = Math.imul(hash ^ (parte % 2 ** 31), 16_777_619);
  return ((hash ^ (hash >>> 13)) >>> 0) % 1_000;
};
const estadoDe = (placa_id: number, pin: number, ts: number): 0 | 1 => (random(placa_id, pin, ts) < 400 ? 1 : 0);
const valorDe = (placa_id: number, pin: number, ts: number, which: number): number | null => {
  const valor = random(placa_id, pin, ts, which);
  return which === 2 && valor < 250 ? null : valor - 300;
};

const sample: fc.Arbitrary<Sample> = fc.record({
  placa_id: fc.integer({ min: 1, max: 3 }),
  // Steps of 40 s over 40 minutes: adjacent samples share a window of late samples, distant ones do not.
  ts: fc.integer({ min: 0, max: 60 }).map((paso) => START + paso * 40_000),
  pines: fc.subarray(PINES),
  sensores: fc.subarray(SENSORES),
});

/** Two writers with their batches of samples; both may send the same sample. */
const sendings = fc.array(sample, { minLength: 1, maxLength: 40 }).chain((muestras) =>
  fc.tuple(
    ...[0, 1].map(() =>
      fc.array(fc.array(fc.constantFrom(...muestras), { minLength: 1, maxLength: 15 }), {
        minLength: 1,
        maxLength: 6,
      }),
    ),
  ),
);

const toRows = (muestras: readonly Sample[]): Rows => {
  const lecturas: Lectura[] = [];
  const estados: Estado[] = [];
  for (const { placa_id, ts, pines, sensores } of muestras) {
    for (const pin of sensores) {
      const [temperatura, humedad] = [valorDe(placa_id, pin, ts, 1), valorDe(placa_id, pin, ts, 2)] as const;
      lecturas.push({ placa_id, pin, ts, temperatura, humedad });
    }
    if (pines.length === 0) continue;
    const masks = { on_lo: 0, on_hi: 0, off_lo: 0, off_hi: 0 };
    for (const pin of pines) {
      const half = pin < 20 ? 'lo' : 'hi';
      masks[`${estadoDe(placa_id, pin, ts) ? 'on' : 'off'}_${half}`] |= 1 << (pin % 20);
    }
    estados.push({ placa_id, ts, ...masks });
  }
  return sort({ lecturas, estados });
};

/** Expected stored keys and values, computed without a database. */
const expected = (muestras: readonly Sample[]) => ({
  lecturas: unique(
    muestras.flatMap(({ placa_id, ts, sensores }) =>
      sensores.map((pin) =>
        [placa_id, pin, ts, valorDe(placa_id, pin, ts, 1), valorDe(placa_id, pin, ts, 2)].join(' '),
      ),
    ),
  ),
  estados: unique(
    muestras.flatMap(({ placa_id, ts, pines }) =>
      pines.map((pin) => [placa_id, pin, ts, estadoDe(placa_id, pin, ts)].join(' ')),
    ),
  ),
});

const unique = (lines: string[]): string[] => [...new Set(lines)].sort();

/** Into how many shards two instances divide the boards, and whether they write each batch of boards of one shard only. */
const INSTANCES = [
  { of: 'one shard', shards: [1, 1], divided: false },
  { of: 'four shards', shards: [4, 4], divided: true },
  { of: 'four shards, with batches of an earlier number', shards: [4, 4], divided: false },
  { of: 'different numbers of shards', shards: [4, 2], divided: true },
] as const;

describe('ingest', () => {
  let history: TestHistory;

  beforeAll(async () => {
    history = await TestHistory.start();
    await history.partitions().ensure([monthOf(START), monthOf(START) + 1]);
  });

  afterAll(async () => {
    await history?.stop();
  });

  beforeEach(emptyOut);

  async function emptyOut(): Promise<void> {
    await truncate((sql) => history.query(sql), 'lecturas, estados, lecturas_15m, transiciones, estado_actual');
    await history.query('UPDATE turno SET numero = numero + 1');
  }

  const guardado = async () => ({
    lecturas: (
      await history.query<{ l: string }>(
        `SELECT concat_ws(' ', placa_id, pin, (extract(epoch FROM ts) * 1000)::bigint,
                          coalesce(temperatura::text, ''), coalesce(humedad::text, '')) AS l FROM lecturas`,
      )
    )
      .map(({ l }) => l)
      .sort(),
    estados: (
      await history.query<{ l: string }>(
        `SELECT concat_ws(' ', placa_id, pin, (extract(epoch FROM ts) * 1000)::bigint, encendidos >> pin & 1) AS l
           FROM estados, generate_series(0, 39) AS p(pin) WHERE (encendidos | apagados) >> pin & 1 = 1`,
      )
    )
      .map(({ l }) => l)
      .sort(),
  });

  it.each(INSTANCES)(
    'ends in the same rows, roll-ups, transitions and newest states whatever the order, the repetitions, the batches and the writers, with $of',
    async ({ shards, divided }) => {
      const writers = shards.map((count) => Array.from({ length: count }, () => history.writer(count)));
      /** As an instance stores a batch: all shards at once. */
      const save = (instance: number, batch: readonly Sample[]): Promise<unknown> =>
        Promise.all(
          writers[instance]!.map((writer, shard) => {
            const isOfShard = ({ placa_id }: Sample): boolean => shardOf(placa_id, writers[instance]!.length) === shard;
            const part = divided ? batch.filter(isOfShard) : shard === 0 ? batch : [];
            return part.length === 0 ? null : writer.save(toRows(part));
          }),
        );
      await fc.assert(
        fc.asyncProperty(sendings, async (byWriter) => {
          await emptyOut();
          await Promise.all(
            byWriter.map(async (batches, i) => {
              for (const batch of batches) await save(i, batch);
            }),
          );
          expect(await guardado()).toEqual(expected(byWriter.flat(2)));
          expect((await verificar(history.url)).differences).toEqual([]);
        }),
        { numRuns: 20 },
      );
    },
  );

  it('believes nothing of a connection that ended: the next one may lead to a promoted standby without its last locks', async () => {
    const on = (ts: number): Rows => ({
      lecturas: [],
      estados: [{ placa_id: 9, ts, on_lo: 16, on_hi: 0, off_lo: 0, off_hi: 0 }],
    });
    const writer = history.writer();
    await writer.save(on(START + 60_000));
    // The standby had not received that lock, and another writer had it since: the number is the same again.
    await truncate((sql) => history.query(sql), 'estados, transiciones, estado_actual');
    await history.query(
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'test writer'`,
    );
    await eventually(() => writer.save(on(START)));
    const [row] = await history.query<{ ts: Date }>('SELECT ts FROM estado_actual WHERE placa_id = 9');
    expect(row?.ts.getTime()).toBe(START);
    expect((await verificar(history.url)).differences).toEqual([]);
  });
});
