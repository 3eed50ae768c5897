import { type Asignaciones, grownIn, type MagnitudClave, type Persona } from '@acequia/contracts';
import { GrantsReader } from '@acequia/service-kit';
import { ExportPlanner } from '../../exports/export-planner.js';
import { ALWAYS } from '../../exports/windows.js';
import type { Writer } from '../../ingest/writer.js';
import { monthOf } from '../../maintenance/partitions/month.js';
import { TestHistory } from '../../test/database.fixture.js';
import { AccessService } from '../history/access.service.js';
import { HistoryRepository } from '../history/history.repository.js';
import { PuntosRepository } from './puntos.repository.js';
import { PuntosSeriesRepository } from './puntos-series.repository.js';
import { PuntosSeriesService } from './puntos-series.service.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Midnight in Mexico City, where it is UTC−6. */
const T = Date.UTC(2026, 5, 10, 6);
const ADMIN: Persona = { tipo: 'persona', usuario_id: 9, rol: 'admin_empresa', empresa_id: 1, sid: 's'.repeat(16) };
const NOBODY: Asignaciones = { usuario_id: 9, empresa_id: 1, version: 1, dispositivos: [], switches: [] };
const load = () => Promise.resolve(NOBODY);
const grants = Object.assign(Object.create(GrantsReader.prototype) as GrantsReader, { of: load, load });

describe('the history of a point', () => {
  let history: TestHistory;
  let writer: Writer;
  let series: PuntosSeriesService;
  let planner: ExportPlanner;
  let id = 0;

  beforeAll(async () => {
    history = await TestHistory.start();
    await history.partitions().ensure([monthOf(T)]);
    await history.query(`INSERT INTO empresas (id, nombre, zona_horaria) VALUES (1, 'Uno', 'America/Mexico_City')`);
    writer = history.writer();
    const { dataSource } = history;
    const acceso = new AccessService(dataSource, grants);
    const repository = new PuntosSeriesRepository(dataSource, new PuntosRepository(dataSource));
    series = new PuntosSeriesService(acceso, dataSource, repository);
    planner = new ExportPlanner(dataSource, acceso, new HistoryRepository(dataSource, dataSource));
  });
  afterAll(() => history.stop());

  const point = async (magnitud: MagnitudClave, nombre = ''): Promise<void> => {
    id += 1;
    await history.query(`INSERT INTO puntos (id, empresa_id, magnitud, nombre) VALUES ($1, 1, $2, $3)`, [
      ...[id, magnitud, nombre],
    ]);
  };
  const told = (values: (readonly [ms: number, kept: number | null])[]): Promise<unknown> =>
    writer.save({
      lecturas: [],
      estados: [],
      valores: values.map(([ms, valor]) => ({ of: 1, punto_id: id, ts: T + ms, valor })),
    });
  const every = (step: number, until: number, kept: (i: number) => number): [number, number][] =>
    Array.from({ length: until / step }, (_, i) => [i * step, kept(i)]);
  const ask = (from: number, to: number, puntos = 300, caller = ADMIN) =>
    series.serie(caller, { punto_id: id, desde: T + from, hasta: T + to, puntos }, T + 30 * DAY);
  const sums = ({ puntos }: Awaited<ReturnType<typeof ask>>) => puntos.map(({ suma }) => suma);

  it('is its values where they fit, with a gap where they are missing', async () => {
    await point('presion');
    await told([...every(MINUTE, 10 * MINUTE, (i) => 2_000 + i), [40 * MINUTE, 2_500], [41 * MINUTE, null]]);
    const answer = await ask(0, HOUR);
    expect(answer).toMatchObject({ magnitud: 'presion', unidad: 'bar', nivel: 'muestras', paso_s: null });
    expect(answer.puntos.slice(8)).toEqual([
      { ts: T + 8 * MINUTE, media: 2.008, minimo: 2.008, maximo: 2.008, suma: null },
      { ts: T + 9 * MINUTE, media: 2.009, minimo: 2.009, maximo: 2.009, suma: null },
      { ts: T + 24.5 * MINUTE, media: null, minimo: null, maximo: null, suma: null },
      { ts: T + 40 * MINUTE, media: 2.5, minimo: 2.5, maximo: 2.5, suma: null },
      { ts: T + 41 * MINUTE, media: null, minimo: null, maximo: null, suma: null },
    ]);
  });

  it.each([
    ['by the hour', 48],
    ['by the day', 2],
  ])('goes on over the declared wrap of a counter, %s', async (_name, width) => {
    await point('volumen');
    await history.query('UPDATE puntos SET vuelta = 100000 WHERE id = $1', [id]);
    await told(every(HOUR, 2 * DAY + HOUR, (i) => (88_000 + i * 500) % 100_000));
    const total = sums(await ask(0, 2 * DAY, width)).reduce<number>((sum, each) => sum + (each ?? 0), 0);
    expect(total).toBeCloseTo(24, 6);
  });

  it('joins the values of a sensor that tells one an hour', async () => {
    await point('presion');
    await told(every(HOUR, 6 * HOUR, (i) => i));
    expect((await ask(0, 6 * HOUR)).puntos.map(({ media }) => media)).toEqual([0, 0.001, 0.002, 0.003, 0.004, 0.005]);
  });

  it('has mean, least and greatest of each step where they do not fit', async () => {
    await point('presion');
    await told(every(MINUTE, 2 * HOUR, (i) => (i % 2 === 0 ? 1_000 : 3_000)));
    const answer = await ask(0, 3 * HOUR, 4);
    expect(answer).toMatchObject({ nivel: 'intervalos', paso_s: 3_600 });
    expect(answer.puntos).toEqual([
      { ts: T, media: 2, minimo: 1, maximo: 3, suma: null },
      { ts: T + HOUR, media: 2, minimo: 1, maximo: 3, suma: null },
      { ts: T + 2 * HOUR, media: null, minimo: null, maximo: null, suma: null },
    ]);
  });

  it.each([
    ['minutes, by its values', 300, 60],
    ['quarters, by what is stored of them', 12, 900],
  ])('is what a counter grew, in %s: the steps add up to all of it', async (_how, width, paso_s) => {
    await point('volumen');
    await told(every(10_000, 2 * HOUR, (i) => 50_000 + i * 7));
    const answer = await ask(0, 2 * HOUR, width);
    expect(answer.paso_s).toBe(paso_s);
    expect(
      answer.puntos.every(({ media, minimo, maximo }) => [media, minimo, maximo].every((one) => one === null)),
    ).toBe(true);
    const total = sums(answer).reduce((sum: number, one) => sum + (one ?? 0), 0);
    expect(total).toBeCloseTo((719 * 7) / 1_000, 6);
  });

  it('gives each day of a counter its growth, over midnight, misread values and a new beginning', async () => {
    await point('volumen');
    await told([
      ...every(HOUR, DAY, (i) => 100_000 + i * 100),
      [23 * HOUR + 30 * MINUTE, 0],
      ...every(HOUR, DAY, (i) => 102_400 + i * 100).map(([ms, kept]) => [DAY + ms, kept] as const),
      ...every(MINUTE, HOUR, (i) => i).map(([ms, kept]) => [2 * DAY + ms, kept] as const),
    ]);
    const answer = await ask(0, 4 * DAY, 5);
    expect(answer).toMatchObject({ paso_s: 86_400, zona_horaria: 'America/Mexico_City' });
    expect(sums(answer)).toEqual([2.4, 2.3, 0.059, null]);
    const byHour = sums(await ask(0, 2 * DAY, 49));
    expect(byHour).toHaveLength(48);
    expect(byHour.slice(0, 3)).toEqual([0.1, 0.1, 0.1]);
  });

  it('takes the mean of a direction on a circle, near and far', async () => {
    await point('viento_direccion');
    await told(every(MINUTE, 4 * HOUR, (i) => [3_400, 3_500, 0, 100, 200][i % 5]!));
    for (const width of [4, 60]) {
      const { puntos } = await ask(0, 4 * HOUR, width);
      expect(puntos.slice(0, 2)).toMatchObject([
        { media: 0, minimo: null, maximo: null },
        { media: 0, minimo: null, maximo: null },
      ]);
    }
  });

  it('tells of a contact the share of its values that were 1', async () => {
    await point('contacto');
    await told(every(MINUTE, 2 * HOUR, (i) => Number(i % 60 < 20)));
    const { puntos } = await ask(0, 2 * HOUR, 3);
    expect(puntos.map(({ media }) => media)).toEqual([0.3333, 0.3333]);
  });

  it('takes days of the company, both included', async () => {
    await point('presion');
    await told(every(HOUR, 2 * DAY, () => 1_000).map(([ms, kept]) => [ms - HOUR, kept] as const));
    const request = { punto_id: id, desde: '2026-06-10', hasta: '2026-06-10', puntos: 300 };
    const { puntos } = await series.serie(ADMIN, request, T + 30 * DAY);
    expect([puntos.length, puntos[0]?.ts, puntos.at(-1)?.ts]).toEqual([24, T, T + 23 * HOUR]);
  });

  it('of a month is to the litre what its raw values say, across a change of clocks, a gap and a new beginning', async () => {
    // Tijuana's clocks skip an hour on 8 March.
    const [desde, hasta] = [Date.UTC(2026, 2, 1, 8), Date.UTC(2026, 3, 1, 7)];
    await history.query(`INSERT INTO empresas (id, nombre, zona_horaria) VALUES (2, 'Dos', 'America/Tijuana')`);
    await history.partitions().ensure([monthOf(desde), monthOf(hasta)]);
    await point('volumen');
    await history.query('UPDATE puntos SET empresa_id = 2 WHERE id = $1', [id]);
    let total = 3_000_000;
    const values: [ms: number, kept: number | null][] = [];
    // It is new: its first value comes at noon of the second day.
    for (let ts = desde + 36 * HOUR; ts < hasta + DAY; ts += 10 * MINUTE) {
      const n = values.length;
      total = n === 2_000 ? 0 : total + ((n * 7_919) % 997);
      values.push([ts - T, n % 83 === 0 || (n > 900 && n < 1_300) ? null : total]);
    }
    await told(values);

    const raw = await history.query<{ ms: string; valor: string }>(
      'SELECT extract(epoch FROM ts) * 1000 AS ms, valor FROM valores WHERE punto_id = $1 AND valor IS NOT NULL ORDER BY ts',
      [id],
    );
    const inMonth = raw
      .filter(({ ms }) => Number(ms) >= desde && Number(ms) <= hasta)
      .map(({ valor }) => Number(valor));
    const litres = inMonth
      .slice(1)
      .reduce((sum, valor, i) => sum + (valor < inMonth[i]! ? valor : valor - inMonth[i]!), 0);

    const month = { punto_id: id, desde: '2026-03-01', hasta: '2026-03-31', puntos: 33 };
    const serie = await series.serie({ ...ADMIN, empresa_id: 2 }, month, hasta + 30 * DAY);
    expect(grownIn(serie)).toEqual({ total: litres / 1_000, dias_sin_datos: 1 });
  });

  it('is not there for another company, nor for a usuario, nor once the point is deleted', async () => {
    await point('presion');
    const gone = { codigo: 'no_encontrado' };
    await expect(ask(0, HOUR, 9, { ...ADMIN, empresa_id: 2 })).rejects.toMatchObject(gone);
    await expect(ask(0, HOUR, 9, { ...ADMIN, rol: 'usuario' })).rejects.toMatchObject(gone);
    await history.query('UPDATE puntos SET eliminado = true WHERE id = $1', [id]);
    await expect(ask(0, HOUR)).rejects.toMatchObject(gone);
    await expect(planner.prepare(ADMIN, { tipo: 'punto', punto_id: id })).rejects.toMatchObject(gone);
  });

  it('is a file of every value in its unit, whose name no spreadsheet takes for a formula', async () => {
    await point('volumen', '=1+1');
    await told([
      [0, 1_500],
      [MINUTE, null],
      [2 * MINUTE, 1_502],
    ]);
    const file = await planner.prepare(ADMIN, {
      tipo: 'punto',
      punto_id: id,
      desde: '2026-06-10',
      hasta: '2026-06-10',
    });
    expect(file).toMatchObject({ file: `punto_${id}.csv`, header: 'Fecha,Punto,Volumen (m³)' });
    const rows = await history.query<Record<string, string>>(file.query(ALWAYS));
    expect(rows.map((row) => Object.values(row).slice(1))).toEqual([
      ["'=1+1", '1.500'],
      ["'=1+1", null],
      ["'=1+1", '1.502'],
    ]);
    expect(await history.query(file.howMany!)).toEqual([{ n: '3' }]);
  });
});
