import type { CallRequest } from '@acequia/contracts';
import { truncate } from '@acequia/testing';
import { monthOf } from '../../maintenance/partitions/month.js';
import { TestHistory } from '../../test/database.fixture.js';
import { EpisodesRepository } from './episodes.repository.js';

const QUARTER = 15 * 60_000;
const START = Date.UTC(2026, 5, 1);

let history: TestHistory;
let repository: EpisodesRepository;

beforeAll(async () => {
  history = await TestHistory.start();
  repository = new EpisodesRepository(history.dataSource);
  await history.partitions().ensure([monthOf(START)]);
});
afterAll(() => history.stop());
beforeEach(() => truncate((sql) => history.query(sql), 'lecturas_15m, cableado'));

const wire = (switch_id: number, placa_id: number, desde = '-infinity', hasta = 'infinity') =>
  history.query(
    `INSERT INTO cableado (switch_id, empresa_id, papel, placa_id, pin, desde, hasta, anotado)
     VALUES ($1, 1, 'sensor', $2, 15, $3, $4, now())`,
    [switch_id, placa_id, desde, hasta],
  );
/** Stores one value per quarter, from START on; null = no value. */
const quarters = async (placa_id: number, values: (number | null)[]): Promise<void> => {
  for (const [i, value] of values.entries()) {
    if (value === null) continue;
    const hundredths = Math.round(value * 100);
    await history.query(`INSERT INTO lecturas_15m VALUES ($1, 15, $2, 1, $3, $4, $4, 1, 5000, 5000, 5000)`, [
      placa_id,
      new Date(START + i * QUARTER),
      hundredths,
      hundredths,
    ]);
  }
};
const ask = (more: Partial<CallRequest<'historial.episodios'>> = {}, most?: number) =>
  repository.episodes(
    {
      switches: [1, 2],
      magnitud: 'temperatura',
      sentido: 'alta',
      umbral: 30,
      histeresis: 2,
      espera_s: 0,
      desde: START,
      hasta: START + 86_400_000,
      ...more,
    },
    most,
  );

it('finds each time that a sensor was beyond its limit, until it came back by the hysteresis', async () => {
  await wire(1, 7);
  await quarters(7, [25, 31, 29, 33, 27, 29, 31, 20]);
  expect(await ask()).toEqual([
    { switch_id: 1, desde: START + QUARTER, hasta: START + 4 * QUARTER, extremo: 33 },
    { switch_id: 1, desde: START + 6 * QUARTER, hasta: START + 7 * QUARTER, extremo: 31 },
  ]);
  expect(await ask({ espera_s: 2_000 })).toHaveLength(1);
});

it('answers the newest ones, however many there are', async () => {
  await wire(1, 7);
  await quarters(7, [31, 20, 32, 20, 33, 20]);
  expect((await ask({}, 2)).map(({ extremo }) => extremo)).toEqual([32, 33]);
});

it('looks below a limit as well', async () => {
  await wire(1, 7);
  await quarters(7, [5, 1, -2, 4, 5]);
  expect(await ask({ sentido: 'baja', umbral: 2, histeresis: 1 })).toEqual([
    { switch_id: 1, desde: START + QUARTER, hasta: START + 3 * QUARTER, extremo: -2 },
  ]);
});

it('ends where values are missing, and counts what two owners of a pin saw apart', async () => {
  const change = new Date(START + 6 * QUARTER).toISOString();
  await wire(1, 7, '-infinity', change);
  await wire(2, 7, change);
  await quarters(7, [31, 31, null, null, null, 31, 31, 31]);
  expect((await ask()).map(({ switch_id, desde }) => [switch_id, (desde - START) / QUARTER])).toEqual([
    [1, 0],
    [1, 5],
    [2, 6],
  ]);
});

it('answers for the two hundred sensors of a company and thirty days', async () => {
  await history.query(
    `INSERT INTO cableado (switch_id, empresa_id, papel, placa_id, pin, desde, hasta, anotado)
     SELECT n, 1, 'sensor', n, 15, '-infinity', 'infinity', now() FROM generate_series(1, 200) n`,
  );
  await history.partitions().ensure([monthOf(START), monthOf(START + 30 * 86_400_000)]);
  await history.query(
    `INSERT INTO lecturas_15m SELECT n, 15, $1::timestamptz + q * interval '15 minutes', 1, v, v, v, 1, 5000, 5000, 5000
       FROM generate_series(1, 200) n, generate_series(0, 2879) q, LATERAL (SELECT (2000 + 1200 * sin(q * 0.0654))::int AS v) t`,
    [new Date(START)],
  );
  await history.query('ANALYZE lecturas_15m');
  const began = performance.now();
  const switches = Array.from({ length: 200 }, (_, i) => i + 1);
  const found = await ask({ switches, hasta: START + 30 * 86_400_000 });
  process.stdout.write(`episodes of 200 sensors in 30 days: ${Math.round(performance.now() - began)} ms\n`);
  expect(new Set(found.map(({ switch_id }) => switch_id)).size).toBe(200);
  expect(found.length % 200).toBe(0);
});
