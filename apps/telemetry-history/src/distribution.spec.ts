import type { Asignaciones, Persona } from '@acequia/contracts';
import { GrantsReader } from '@acequia/service-kit';
import type { DataSource } from 'typeorm';
import { ExportPlanner } from './exports/export-planner.js';
import { ALWAYS } from './exports/windows.js';
import { LEVELS } from './maintenance/partitions/levels.js';
import { monthOf } from './maintenance/partitions/month.js';
import { EnergiaRepository } from './queries/energia/energia.repository.js';
import { EnergiaService } from './queries/energia/energia.service.js';
import { AccessService } from './queries/history/access.service.js';
import { EncendidoService } from './queries/history/encendido.service.js';
import { HistoryRepository } from './queries/history/history.repository.js';
import { HistoryService } from './queries/history/history.service.js';
import { SerieRepository } from './queries/series/series.repository.js';
import { DayRepository } from './queries/past/day.repository.js';
import { EpisodesRepository } from './queries/past/episodes.repository.js';
import { PuntosRepository } from './queries/puntos/puntos.repository.js';
import { PuntosSeriesRepository } from './queries/puntos/puntos-series.repository.js';
import { PuntosSeriesService } from './queries/puntos/puntos-series.service.js';
import { EnergyTodayService } from './queries/pulse/energy-today.service.js';
import { PulseService } from './queries/pulse/pulse.service.js';
import { SensorDayService } from './queries/pulse/sensor-day.service.js';
import { TestHistory } from './test/database.fixture.js';

const ADMIN: Persona = { tipo: 'persona', usuario_id: 9, rol: 'admin_empresa', empresa_id: 1, sid: 's'.repeat(16) };
const GRANTS: Asignaciones = { usuario_id: 9, empresa_id: 1, version: 1, dispositivos: [7], switches: [1, 2] };
/** Replaces auth-tenancy's answer, which this spec does not cover. */
const load = () => Promise.resolve(GRANTS);
const grants = Object.assign(Object.create(GrantsReader.prototype) as GrantsReader, { of: load, load });

const HORA = 3_600_000;
const DIA = 24 * HORA;
const NOW = Date.UTC(2026, 2, 10, 12);

/** The column whose value decides on which machine a row would lie. */
const KEYS = new Map<string, string>([
  ...LEVELS.map(({ tabla, clave }): [string, string] => [tabla, clave]),
  ['estado_actual', 'placa_id'],
]);
/** Small tables that belong to no board and no company, or to all: each machine would have a copy, or one of them the table. */
const SHARED = /^(migrations|turno|turno_de_fragmento|retencion|empresas|bus_\w+)$/;

interface Plan {
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

describe('what would lie on many machines', () => {
  let history: TestHistory;
  const asked: { sql: string; values: unknown[] }[] = [];

  beforeAll(async () => {
    history = await TestHistory.start();
    await history.partitions().ensure([monthOf(NOW), monthOf(NOW) - 1]);
    await history.query(`INSERT INTO empresas (id, nombre, zona_horaria) VALUES (1, 'Uno', 'UTC')`);
    await history.query(
      `INSERT INTO switches (id, empresa_id, nombre, zona, activo) VALUES (1, 1, 'A', 'N', true), (2, 1, 'B', 'N', true)`,
    );
    await history.query(
      `INSERT INTO cableado (switch_id, empresa_id, papel, placa_id, pin, desde, hasta, anotado)
       SELECT s, 1, papel, s, pin, '-infinity', 'infinity', now()
         FROM generate_series(1, 2) s, (VALUES ('relevador', 4), ('sensor', 15)) w (papel, pin)`,
    );
    await history.query(`INSERT INTO dispositivos (id, empresa_id, nombre) VALUES (7, 1, 'M')`);
    await history.query(
      `INSERT INTO puntos (id, empresa_id, magnitud) VALUES (31, 1, 'volumen'), (32, 1, 'viento_direccion'), (33, 1, 'presion')`,
    );
    await history.query(`INSERT INTO tenencias VALUES (7, 1, '-infinity', 'infinity')`);
  });
  afterAll(() => history?.stop());

  it("has the distribution key in every unique key, and what is a company's names its company", async () => {
    const tables = await history.query<{ tabla: string; columns: string[]; unique: string[][] }>(
      `SELECT c.relname AS tabla, array_agg(a.attname::text) AS columns,
              coalesce((SELECT json_agg((SELECT json_agg(k.attname) FROM pg_attribute k WHERE k.attrelid = c.oid AND k.attnum = ANY(i.indkey)))
                 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique), '[]') AS unique
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        GROUP BY c.oid, c.relname ORDER BY 1`,
    );
    for (const [tabla, key] of KEYS) {
      const { unique } = tables.find((one) => one.tabla === tabla)!;
      expect([tabla, unique.length, unique.filter((columns) => !columns.includes(key))]).toEqual([tabla, 1, []]);
    }
    const others = tables.filter(({ tabla }) => !KEYS.has(tabla) && !SHARED.test(tabla));
    expect(others.filter(({ columns }) => !columns.includes('empresa_id')).map(({ tabla }) => tabla)).toEqual([]);
  });

  /** Scans of telemetry in the plan of a statement that are not led to their rows by the distribution key. */
  const astray = async ({ sql, values }: (typeof asked)[number]): Promise<{ scans: number; astray: string[] }> => {
    const runner = history.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      // Tables this small would be read from end to end, whatever the statement says.
      for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'memoize'])
        await runner.query(`SET LOCAL enable_${way} = off`);
      const [row] = (await runner.query(`EXPLAIN (FORMAT JSON) ${sql}`, values)) as {
        'QUERY PLAN': { Plan: Plan }[];
      }[];
      const scans = scansOf(row!['QUERY PLAN'][0]!.Plan);
      return {
        scans: scans.length,
        astray: scans.filter(([key, cond]) => !cond.includes(`${key} = `)).map(([, , tabla]) => `${tabla}: ${sql}`),
      };
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  };
  const scansOf = (plan: Plan): [key: string, cond: string, tabla: string][] => {
    const tabla = plan['Relation Name']?.replace(/_\d{4}_\d\d$/, '') ?? '';
    const key = KEYS.get(tabla);
    const own: [string, string, string][] = key ? [[key, plan['Index Cond'] ?? '', tabla]] : [];
    return [...own, ...(plan.Plans ?? []).flatMap(scansOf)];
  };

  it('is found by it in every question: none asks all boards', async () => {
    const { dataSource } = history;
    const recording = new Proxy(dataSource, {
      get: (target, name) =>
        name === 'query'
          ? (sql: string, values: unknown[] = []) => {
              asked.push({ sql, values });
              return target.query(sql, values);
            }
          : (Reflect.get(target, name) as unknown),
    }) as DataSource;
    const acceso = new AccessService(recording, grants);
    const repository = new HistoryRepository(recording, recording);
    const sensors = new HistoryService(acceso, repository, new SerieRepository(recording));
    const energia = new EnergiaService(acceso, repository, new EnergiaRepository(recording, recording));
    const encendido = new EncendidoService(recording, acceso);
    const meters = new PuntosRepository(recording);
    const puntos = new PuntosSeriesService(acceso, recording, new PuntosSeriesRepository(recording, meters));
    const range = { desde: '2026-03-01', hasta: '2026-03-10' };

    await sensors.points(ADMIN, 1, 50);
    await sensors.events(ADMIN, 9, range);
    await sensors.latest([1, 2]);
    await encendido.dias(ADMIN, 1, range, new Date(NOW));
    for (const [desde, ancho] of [
      [NOW - HORA, 1_000],
      [NOW - DIA, 30],
      [NOW - 8 * DIA, 10],
    ] as const) {
      await sensors.serie(ADMIN, { switch_id: 1, desde, hasta: NOW, ancho }, NOW);
      await energia.serie(ADMIN, { dispositivo_id: 7, desde, hasta: NOW, ancho }, NOW);
      for (const punto_id of [31, 32, 33])
        await puntos.serie(ADMIN, { punto_id, desde, hasta: NOW, puntos: ancho }, NOW);
    }
    await energia.dias(ADMIN, 7, range, NOW);
    await energia.between(7, NOW - HORA, NOW);
    await meters.counterPoints(31, NOW - HORA, NOW, HORA);
    await new DayRepository(recording).extremes(1, '2026-03-10');
    await new PulseService(recording, new EnergyTodayService(recording, energia)).read(ADMIN, 1);
    await new SensorDayService(recording).read(ADMIN, 1, new Date(NOW));
    const condition = { magnitud: 'temperatura', sentido: 'alta', umbral: 30, histeresis: 1, espera_s: 900 } as const;
    await new EpisodesRepository(recording).episodes({ ...condition, switches: [1, 2], desde: NOW - DIA, hasta: NOW });
    const planner = new ExportPlanner(recording, acceso, repository);
    for (const request of [
      { tipo: 'sensores', switch_id: 1, ...range },
      { tipo: 'sensores', formato: 'ancho', switch_id: 1, ...range },
      { tipo: 'estados', empresa_id: 1, ...range },
      { tipo: 'energia', dispositivo_id: 7, ...range },
      { tipo: 'punto', punto_id: 31, ...range },
    ] as const) {
      const { query, howMany } = await planner.prepare(ADMIN, request);
      asked.push({ sql: query(ALWAYS), values: [] }, { sql: howMany!, values: [] });
    }

    const found = await Promise.all(asked.map(astray));
    expect(found.flatMap((one) => one.astray)).toEqual([]);
    // Every question above but those that tell whose a thing is.
    expect(found.filter(({ scans }) => scans > 0).length).toBeGreaterThan(20);
  });
});
