import { MEASUREMENT_FIELDS, sistema } from '@acequia/contracts';
import type { GrantsReader } from '@acequia/service-kit';
import type { Measurement } from '../../ingest/medicion.js';
import { monthOf } from '../../maintenance/partitions/month.js';
import { TenuresService } from '../../projections/tenures.service.js';
import { TestHistory } from '../../test/database.fixture.js';
import { EnergiaRepository } from '../energia/energia.repository.js';
import { EnergiaService } from '../energia/energia.service.js';
import { AccessService } from '../history/access.service.js';
import { HistoryRepository } from '../history/history.repository.js';
import { EnergyTodayService } from './energy-today.service.js';

const MINUTE = 60_000;
/** 10:07 in Mexico City. */
const NOW = Date.parse('2026-03-11T16:07:00Z');
const MIDNIGHT = Date.parse('2026-03-11T06:00:00Z');

let history: TestHistory;
let energia: EnergiaService;
let today: EnergyTodayService;

/** A counter's values each minute in [from, to), Wh by the minute of its day. */
const counted = async (id: number, from: number, to: number, wh: (minutes: number) => number): Promise<void> => {
  const mediciones = Array.from({ length: (to - from) / MINUTE }, (_, i): Measurement => {
    const ts = from + i * MINUTE;
    const value = Math.round(wh((ts - MIDNIGHT) / MINUTE) * 100);
    return { dispositivo_id: id, ts, values: MEASUREMENT_FIELDS.map((campo) => (campo === 'energia' ? value : null)) };
  });
  await history.partitions().ensure([monthOf(from), monthOf(to)]);
  await history.writer().save({ lecturas: [], estados: [], mediciones });
};

beforeAll(async () => {
  history = await TestHistory.start();
  const { dataSource } = history;
  const grants = { ofCaller: () => Promise.reject(new Error('no person asks')) } as unknown as GrantsReader;
  energia = new EnergiaService(
    new AccessService(dataSource, grants),
    new HistoryRepository(dataSource, dataSource),
    new EnergiaRepository(dataSource, dataSource),
  );
  today = new EnergyTodayService(dataSource, energia);
  await history.query(
    `INSERT INTO empresas (id, nombre, zona_horaria) VALUES (1, 'Uno', 'America/Mexico_City'), (2, 'Dos', 'America/Mexico_City')`,
  );
  const tenures = new TenuresService();
  for (const [id, empresa_id] of [
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
  ] as const)
    await dataSource.transaction((tx) => tenures.save(tx, { id, empresa_id, nombre: `Medidor ${id}` }, 0));
});
afterAll(() => history.stop());

const dayOf = async (dispositivo_id: number): Promise<number> => {
  const dias = { desde: '2026-03-11', hasta: '2026-03-11' };
  const [day] = await energia.dias(sistema('telemetry-history'), dispositivo_id, dias, NOW);
  return day?.kwh ?? NaN;
};

it('is what the pages of the meters say: steady, anew from zero, and silent over midnight', async () => {
  await counted(1, MIDNIGHT - 60 * MINUTE, NOW, (minutes) => 50_000 + 20 * minutes);
  await counted(2, MIDNIGHT - 60 * MINUTE, NOW, (minutes) => (minutes < 200 ? 80_000 : 0) + 10 * minutes);
  await counted(3, MIDNIGHT - 120 * MINUTE, MIDNIGHT - 60 * MINUTE, (minutes) => 10_000 + 6 * minutes);
  await counted(3, MIDNIGHT + 60 * MINUTE, NOW, (minutes) => 10_000 + 6 * minutes);
  const sums = await today.read(null, new Date(NOW));
  expect([...sums.keys()].sort()).toEqual([1, 2]);
  expect(sums.get(1)).toBeCloseTo((await dayOf(1)) + (await dayOf(2)), 1);
  expect(sums.get(2)).toBeCloseTo(await dayOf(3), 1);
  // 607 minutes of 20 Wh: that the page is right is shown with it.
  expect(await dayOf(1)).toBeCloseTo(12.1, 1);
});

it('is of the company that asks', async () => {
  expect([...(await today.read(2, new Date(NOW))).keys()]).toEqual([2]);
});
