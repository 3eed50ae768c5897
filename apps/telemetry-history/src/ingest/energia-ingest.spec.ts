import { MEASUREMENT_FIELDS, MEASUREMENT_COLUMNS } from '@acequia/contracts';
import fc from 'fast-check';
import { truncate } from '@acequia/testing';
import { decodeEntry } from './decode.js';
import { sort } from './rows.js';
import type { Writer } from './writer.js';
import { monthOf } from '../maintenance/partitions/month.js';
import { TestHistory } from '../test/database.fixture.js';
import { verificar } from '../maintenance/verify/verification.js';
import type { Measurement } from './medicion.js';

// Starts twenty minutes before the end of a month, so that samples fall on both sides.
const START = Date.UTC(2026, 10, 30, 23, 40);

/** Deterministic values per key: some are missing, and a counter sometimes falls. */
const measurement = (dispositivo_id: number, paso: number): Measurement => ({
  dispositivo_id,
  ts: START + paso * 40_000,
  values: MEASUREMENT_FIELDS.map((campo, i) => {
    const random = (dispositivo_id * 31 + paso * 17 + i * 7) % 23;
    if (random % 5 === 0) return null;
    return campo.startsWith('energia') ? (paso % 13) * 1_000 + random : random * 1_000 - 4_000;
  }),
});

const sample = fc.record({
  dispositivo_id: fc.integer({ min: 1, max: 3 }),
  paso: fc.integer({ min: 0, max: 60 }),
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

describe('ingest of meter samples', () => {
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
    await truncate((sql) => history.query(sql), 'mediciones, mediciones_15m');
  }
  const save = (writer: Writer, mediciones: Measurement[]) =>
    writer.save(sort({ lecturas: [], estados: [], mediciones }));

  it('ends in the same rows and roll-ups whatever the order, the repetitions, the batches and the writers', async () => {
    await fc.assert(
      fc.asyncProperty(sendings, async (byWriter) => {
        await emptyOut();
        await Promise.all(
          byWriter.map(async (batches, i) => {
            for (const batch of batches)
              await save(
                writers[i as 0 | 1],
                batch.map(({ dispositivo_id, paso }) => measurement(dispositivo_id, paso)),
              );
          }),
        );
        const expected = new Map(
          byWriter.flat(2).map(({ dispositivo_id, paso }) => {
            const { ts, values } = measurement(dispositivo_id, paso);
            return [`${dispositivo_id} ${ts}`, values];
          }),
        );
        const rows = await history.query<Record<string, string | number | null>>(
          `SELECT *, (extract(epoch FROM ts) * 1000)::bigint AS ms FROM mediciones`,
        );
        const saved = new Map(
          rows.map((fila) => [
            `${fila['dispositivo_id']} ${fila['ms']}`,
            MEASUREMENT_FIELDS.map((campo) => (fila[campo] === null ? null : Number(fila[campo]))),
          ]),
        );
        expect(saved).toEqual(expected);
        expect((await verificar(history.url)).differences).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('keeps the samples of a quarter whose ends do not tell what a counter did, whatever order they come in', async () => {
    const en = (minute: number, wh: number | null): Measurement => ({
      dispositivo_id: 1,
      ts: START + 5 * 60_000 + minute * 60_000,
      values: MEASUREMENT_FIELDS.map((campo) => (campo === 'energia' ? wh : null)),
    });
    const stored = () =>
      history.query(
        `SELECT n, n_energia, primera_energia, ultima_energia, puntos_energia, puntos_energia_devuelta FROM mediciones_15m`,
      );
    await save(writers[0], [en(4, 1_520), en(1, 1_000), en(2, null)]);
    await save(writers[1], [en(6, 1_530), en(3, 0)]);
    const samples = [
      ['60000', '1000'],
      ['180000', '0'],
      ['240000', '1520'],
      ['360000', '1530'],
    ];
    const counts = { n: 5, n_energia: 4, primera_energia: '1000', ultima_energia: '1530' };
    expect(await stored()).toEqual([{ ...counts, puntos_energia: samples, puntos_energia_devuelta: null }]);
    await emptyOut();
    await save(writers[0], [en(1, 1_000), en(2, 1_050), en(3, 1_049), en(4, 1_099)]);
    expect(await stored()).toMatchObject([{ n: 4, puntos_energia: null }]);
    await emptyOut();
    await save(writers[0], [en(1, 1_000), en(2, 1_050), en(3, 1_049)]);
    expect(await stored()).toMatchObject([
      { n: 3, puntos_energia: [expect.anything(), ['120000', '1050'], expect.anything()] },
    ]);
  });

  it('tells what is wrong when a roll-up is not what its samples say', async () => {
    await save(writers[0], [measurement(1, 1), measurement(2, 1)]);
    await history.query('UPDATE mediciones_15m SET n = 9 WHERE dispositivo_id = 2');
    const { dispositivos, differences } = await verificar(history.url);
    expect(dispositivos).toBe(2);
    expect(differences).toMatchObject([{ tabla: 'mediciones_15m', stored: { n: 9 }, recomputed: { n: 1 } }]);
  });

  it('sets a row that cannot be stored aside, and keeps its neighbours', async () => {
    const fila = (cambio: Record<number, unknown> = {}): number[] =>
      Array.from({ length: MEASUREMENT_COLUMNS }, (_, i) => cambio[i] ?? (i === 1 ? START : 1)) as number[];
    const entry = (m: unknown): string => JSON.stringify({ v: 1, l: [], e: [], m, at: START });
    const bad = [{ 0: 0 }, { 1: 'ayer' }, { 2: 2 ** 31 }, { 20: -1 }, { 21: 1.5 }].map(fila);
    const { mediciones, rejects } = decodeEntry(entry([...fila(), ...bad.flat(), ...fila({ 0: 2 })]));
    expect(mediciones.map(({ dispositivo_id }) => dispositivo_id)).toEqual([1, 2]);
    expect(rejects.map(({ motivo }) => motivo)).toEqual(bad.map(() => 'fila_invalida'));
    expect(decodeEntry(entry([...fila(), 7])).rejects).toHaveLength(1);
    expect(decodeEntry(entry('nada')).rejects).toMatchObject([{ motivo: 'entrada_ilegible' }]);
    expect(decodeEntry(entry(undefined)).mediciones).toEqual([]);
  });
});
