import { type Caller, MEASUREMENT_FIELDS } from '@acequia/contracts';
import type { GrantsReader } from '@acequia/service-kit';
import { truncate } from '@acequia/testing';
import type { Writer } from '../../ingest/writer.js';
import { monthOf } from '../../maintenance/partitions/month.js';
import { TenuresService } from '../../projections/tenures.service.js';
import { TestHistory } from '../../test/database.fixture.js';
import { AccessService } from '../history/access.service.js';
import { HistoryRepository } from '../history/history.repository.js';
import { EnergiaRepository } from './energia.repository.js';
import { EnergiaService } from './energia.service.js';

const MINUTE = 60_000;
const HORA = 60 * MINUTE;
const T = Date.UTC(2026, 5, 10, 12);
const GLOBAL: Caller = { tipo: 'persona', usuario_id: 9, rol: 'admin_global', empresa_id: null, sid: 's' };

describe('energy by a counter that steps back', () => {
  let history: TestHistory;
  let energia: EnergiaService;
  let writer: Writer;

  /** Samples with one counter, Wh. */
  const save = async (samples: { ts: number; wh: number }[]): Promise<void> => {
    const mediciones = samples.map(({ ts, wh }) => ({
      dispositivo_id: 1,
      ts,
      values: MEASUREMENT_FIELDS.map((campo) => (campo === 'energia' ? Math.round(wh * 100) : null)),
    }));
    await writer.save({ lecturas: [], estados: [], mediciones });
  };
  /** One sample a minute. */
  const every = (from: number, values: readonly number[]) => values.map((wh, i) => ({ ts: from + i * MINUTE, wh }));

  beforeAll(async () => {
    history = await TestHistory.start();
    await history.partitions().ensure([monthOf(T)]);
    writer = history.writer();
    const acceso = new AccessService(history.dataSource, {} as GrantsReader);
    const repository = new HistoryRepository(history.dataSource, history.dataSource);
    energia = new EnergiaService(acceso, repository, new EnergiaRepository(history.dataSource, history.dataSource));
    await history.query(`INSERT INTO empresas (id, nombre, zona_horaria) VALUES (1, 'Uno', 'America/Mexico_City')`);
    await history.dataSource.transaction((tx) =>
      new TenuresService().save(tx, { id: 1, empresa_id: 1, nombre: 'Medidor' }, 0),
    );
  });
  afterAll(() => history.stop());
  beforeEach(() => truncate((sql) => history.query(sql), 'mediciones, mediciones_15m'));

  it.each([
    ['rounding', [544_587, 544_587], 0.001],
    ['one 0', [0, 544_588], 0.001],
  ])('is what the counter rose between two instants over %s', async (_what, [odd = 0, next = 0], kwh) => {
    const values = [544_587.493, 544_587.493, odd, next, 544_588.6, 544_588.6, 544_588.6];
    await save(every(T, values));
    expect(await energia.between(1, T + 90_000, T + 5 * MINUTE)).toEqual({ kwh });
  });

  it('is unknown between two instants until the next samples decide on a fall', async () => {
    await save(every(T, [1_000, 1_100, 0]));
    expect(await energia.between(1, T, T + 2 * MINUTE)).toEqual({ kwh: null });
    await save(every(T + 3 * MINUTE, [1_200]));
    expect(await energia.between(1, T, T + 3 * MINUTE)).toEqual({ kwh: 0.2 });
  });

  const dia = Date.parse('2026-06-10T06:00:00Z');
  const oneDay = async (values: number[], from = dia + HORA) => {
    await save(every(from, values));
    const [before, day] = await energia.dias(GLOBAL, 1, { desde: '2026-06-09', hasta: '2026-06-10' });
    return { before, day: { kwh: day?.kwh, reinicio: day?.reinicio, lectura_omitida: day?.lectura_omitida } };
  };

  it.each([
    ['rounding', [544_587.493, 544_587, 544_588.2], { kwh: 0.001, reinicio: false, lectura_omitida: false }],
    ['one 0', [100_000, 0, 100_001, 100_002, 100_003], { kwh: 0.003, reinicio: false, lectura_omitida: true }],
    ['a new beginning', [100_000, 2, 4, 7, 9], { kwh: 0.009, reinicio: true, lectura_omitida: false }],
    ['an undecided fall', [100_000, 100_004, 2], { kwh: 0.004, reinicio: false, lectura_omitida: false }],
    [
      'a value too high',
      [1_000, 9_000_000, 1_001, 1_002, 1_003],
      { kwh: 0.003, reinicio: false, lectura_omitida: true },
    ],
  ])('leaves out what is no consumption: %s', async (_what, values, expected) => {
    expect((await oneDay(values)).day).toEqual(expected);
  });

  it.each([
    ['the end of a quarter', 14],
    ['the beginning of a quarter', 15],
    ['the middle of a quarter', 20],
  ])('leaves out one 0 at %s, whatever the order of arrival', async (_what, at) => {
    const samples = every(
      dia,
      Array.from({ length: 45 }, (_, i) => (i === at ? 0 : 50_000 + i)),
    );
    const batches = [samples.slice(20), samples.slice(10, 20).reverse(), samples.slice(5, 10), samples.slice(0, 5)];
    for (const batch of batches) await save(batch.filter((_, i) => i % 2 === 0));
    for (const batch of batches) await save(batch.filter((_, i) => i % 2 === 1));
    const [day] = await energia.dias(GLOBAL, 1, { desde: '2026-06-10', hasta: '2026-06-10' });
    expect(day).toMatchObject({ kwh: 0.044, reinicio: false, lectura_omitida: true });
  });

  it('leaves out a counter that is 0 over midnight for an hour, and comes back', async () => {
    const values = Array.from({ length: 240 }, (_, i) => (i >= 90 && i < 150 ? 0 : 70_000 + i));
    const { before, day } = await oneDay(values, dia - 2 * HORA);
    expect(before).toMatchObject({ reinicio: false, lectura_omitida: true });
    expect(day).toMatchObject({ reinicio: false, lectura_omitida: true });
    expect((before?.kwh ?? 0) + (day.kwh ?? 0)).toBeCloseTo(0.239, 3);
  });

  it('reads quarters that were stored before they kept their samples', async () => {
    await save(every(dia + HORA, [70_000, 0, 70_001, 70_002, 70_003]));
    await save(every(dia + 2 * HORA, [0, 70_020, 70_021]));
    await history.query('UPDATE mediciones_15m SET puntos_energia = NULL');
    const [day] = await energia.dias(GLOBAL, 1, { desde: '2026-06-10', hasta: '2026-06-10' });
    expect(day).toMatchObject({ kwh: 0.021, reinicio: false });
  });
});
