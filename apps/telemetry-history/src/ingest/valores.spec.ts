import { VALOR_COLUMNS } from '@acequia/contracts';
import { eventually, truncate } from '@acequia/testing';
import fc from 'fast-check';
import pg from 'pg';
import { monthOf } from '../maintenance/partitions/month.js';
import { rebuild } from '../maintenance/verify/rebuild.js';
import { verificar } from '../maintenance/verify/verification.js';
import { SCHEMA } from '../schema.js';
import { TestHistory } from '../test/database.fixture.js';
import { decodeEntry } from './decode.js';
import { sort } from './rows.js';
import type { Valor } from './valor.js';
import { saveValores } from './valores-writer.js';
import type { Writer } from './writer.js';

// Starts twenty minutes before the end of a month, so that values fall on both sides.
const START = Date.UTC(2026, 10, 30, 23, 40);
const QUARTER = 900_000;

/** Deterministic values per key: some are missing, and a counter sometimes falls. */
const valueOf = (punto_id: number, paso: number): Valor => {
  const random = (punto_id * 31 + paso * 17) % 23;
  // The third grows slowly: a quarter of it is narrow until it is not.
  const valor = punto_id === 3 ? 100_000 + paso * 600 : (paso % 13) * 1_000 + random - 4_000;
  return { of: 1, punto_id, ts: START + paso * 40_000, valor: random % 5 === 0 ? null : valor };
};

/** The roll-up of these values, by a slow and obvious way. */
const rolledUp = (valores: readonly Valor[]) => {
  const quarters = new Map<string, Valor[]>();
  for (const one of valores) {
    const key = `${one.punto_id} ${Math.floor(one.ts / QUARTER) * QUARTER}`;
    quarters.set(key, [...(quarters.get(key) ?? []), one]);
  }
  return new Map(
    [...quarters].map(([key, rows]) => {
      const told = rows.flatMap(({ ts, valor }) => (valor === null ? [] : [{ ts, valor }])).sort((a, b) => a.ts - b.ts);
      const numbers = told.map(({ valor }) => valor);
      const empty = numbers.length === 0;
      const summary = {
        n: rows.length,
        n_valor: told.length,
        suma: numbers.reduce((sum, each) => sum + each, 0),
        minimo: empty ? null : Math.min(...numbers),
        maximo: empty ? null : Math.max(...numbers),
        primero: told[0]?.valor ?? null,
        primero_ts: told[0]?.ts ?? null,
        ultimo: told.at(-1)?.valor ?? null,
        ultimo_ts: told.at(-1)?.ts ?? null,
      };
      return [key, summary];
    }),
  );
};

const sample = fc.record({ punto_id: fc.integer({ min: 1, max: 3 }), paso: fc.integer({ min: 0, max: 60 }) });
/** Two writers with their batches; both may send the same value. */
const sendings = fc
  .array(sample, { minLength: 1, maxLength: 40 })
  .chain((some) =>
    fc.tuple(
      ...[0, 1].map(() =>
        fc.array(fc.array(fc.constantFrom(...some), { minLength: 1, maxLength: 15 }), { minLength: 1, maxLength: 6 }),
      ),
    ),
  );

describe('ingest of values of points', () => {
  let history: TestHistory;
  let writers: [Writer, Writer];

  beforeAll(async () => {
    history = await TestHistory.start();
    await history.partitions().ensure([monthOf(START), monthOf(START) + 1]);
    writers = [history.writer(), history.writer()];
  });
  afterAll(() => history.stop());
  beforeEach(emptyOut);

  async function emptyOut(): Promise<void> {
    await truncate((sql) => history.query(sql), 'valores, valores_15m');
  }
  const save = (writer: Writer, valores: Valor[]) => writer.save(sort({ lecturas: [], estados: [], valores }));
  const stored = async () => {
    const rows = await history.query<Record<string, string | number | null>>(
      `SELECT *, (extract(epoch FROM ts) * 1000)::bigint AS ms, (extract(epoch FROM primero_ts) * 1000)::bigint AS primero_ms,
         (extract(epoch FROM ultimo_ts) * 1000)::bigint AS ultimo_ms FROM valores_15m`,
    );
    const number = (value: string | number | null | undefined) =>
      value === null || value === undefined ? null : Number(value);
    return new Map(
      rows.map((row) => {
        const summary = {
          n: row['n'],
          n_valor: row['n_valor'],
          suma: number(row['suma']),
          minimo: number(row['minimo']),
          maximo: number(row['maximo']),
          primero: number(row['primero']),
          primero_ts: number(row['primero_ms']),
          ultimo: number(row['ultimo']),
          ultimo_ts: number(row['ultimo_ms']),
        };
        return [`${row['punto_id']} ${row['ms']}`, summary];
      }),
    );
  };

  it('ends in the same rows and exact roll-ups whatever the order, the repetitions, the batches and the writers', async () => {
    await fc.assert(
      fc.asyncProperty(sendings, async (byWriter) => {
        await emptyOut();
        await Promise.all(
          byWriter.map(async (batches, i) => {
            for (const batch of batches)
              await save(
                writers[i as 0 | 1],
                batch.map(({ punto_id, paso }) => valueOf(punto_id, paso)),
              );
          }),
        );
        const expected = new Map(
          byWriter.flat(2).map(({ punto_id, paso }) => [`${punto_id} ${paso}`, valueOf(punto_id, paso)]),
        );
        const rows = await history.query<{ n: number }>('SELECT count(*)::int AS n FROM valores');
        expect(rows[0]?.n).toBe(expected.size);
        expect(await stored()).toEqual(rolledUp([...expected.values()]));
        expect((await verificar(history.url)).differences).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('keeps every value of a quarter that two writers begin at once', async () => {
    const at = (minute: number, valor: number): Valor => ({ of: 1, punto_id: 1, ts: START + minute * 60_000, valor });
    const first = new pg.Client({ connectionString: history.url, options: `-c search_path=${SCHEMA},public` });
    await first.connect();
    await first.query('BEGIN');
    await saveValores(first, [at(6, 100_000), at(7, 1_000)]);
    const second = save(writers[1], [at(8, 50_000)]);
    await eventually(async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(await history.query(waiting)).toHaveLength(1);
    });
    await first.query('COMMIT');
    await Promise.all([second, first.end()]);
    expect((await verificar(history.url)).differences).toEqual([]);
  });

  it('keeps the first value that a point told of one instant', async () => {
    const one = { of: 1, punto_id: 1, ts: START, valor: 5 };
    await save(writers[0], [one, { ...one, valor: 6 }]);
    await save(writers[1], [{ ...one, valor: 7 }]);
    expect(await history.query('SELECT valor FROM valores')).toEqual([{ valor: '5' }]);
  });

  it('tells what is wrong when a roll-up is not what its values say, and a rebuild mends it', async () => {
    await save(writers[0], [valueOf(1, 1), valueOf(2, 1)]);
    await history.query('UPDATE valores_15m SET n = 9 WHERE punto_id = 2');
    const { puntos, differences } = await verificar(history.url);
    expect(puntos).toBe(2);
    expect(differences).toMatchObject([{ tabla: 'valores_15m', stored: { n: 9 }, recomputed: { n: 1 } }]);
    expect(await rebuild(history.url)).toMatchObject({ puntos: 2 });
    expect((await verificar(history.url)).differences).toEqual([]);
  });

  it('sets a row that cannot be stored aside, and keeps its neighbours', () => {
    const row = (change: Record<number, unknown> = {}): number[] =>
      Array.from({ length: VALOR_COLUMNS }, (_, i) => (i in change ? change[i] : i === 2 ? START : 1)) as number[];
    const entry = (p: unknown): string => JSON.stringify({ v: 1, l: [], e: [], p, at: START });
    const bad = [{ 0: 0 }, { 1: 2 ** 31 }, { 2: 'ayer' }, { 2: START + 10 * 86_400_000 }, { 3: 1.5 }].map(row);
    const { valores, rejects } = decodeEntry(entry([...row(), ...bad.flat(), ...row({ 1: 2, 3: null })]));
    expect(valores.map(({ punto_id, valor }) => [punto_id, valor])).toEqual([
      [1, 1],
      [2, null],
    ]);
    expect(rejects.map(({ motivo }) => motivo)).toEqual(bad.map(() => 'fila_invalida'));
    expect(decodeEntry(entry([...row(), 7])).rejects).toHaveLength(1);
    expect(decodeEntry(entry('nada')).rejects).toMatchObject([{ motivo: 'entrada_ilegible' }]);
    expect(decodeEntry(entry(undefined)).valores).toEqual([]);
  });
});
