import {
  type Asignaciones,
  type Caller,
  DIAS_TARIFA,
  energiaPorPeriodo,
  MEASUREMENT_FIELDS,
  type Persona,
  type TarifaVersion,
  tramosTarifa,
} from '@acequia/contracts';
import type { GrantsReader } from '@acequia/service-kit';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Registry } from 'prom-client';
import { truncate } from '@acequia/testing';
import { ExportPlanner } from '../../exports/export-planner.js';
import { ExportSessions } from '../../exports/export-session.js';
import { ExportWriter } from '../../exports/export-writer.js';
import { ALWAYS } from '../../exports/windows.js';
import { AccessService } from '../history/access.service.js';
import { HistoryRepository } from '../history/history.repository.js';
import { IngestMetrics } from '../../ingest/ingest.metrics.js';
import { monthOf } from '../../maintenance/partitions/month.js';
import { silent, TestHistory } from '../../test/database.fixture.js';
import { EnergiaRepository } from './energia.repository.js';
import { EnergiaService } from './energia.service.js';
import type { Measurement } from '../../ingest/medicion.js';
import { TenuresService } from '../../projections/tenures.service.js';

const MINUTE = 60_000;
const HORA = 60 * MINUTE;
const persona = (rol: Persona['rol'], empresa_id: number | null): Caller => ({
  tipo: 'persona',
  usuario_id: 9,
  rol,
  empresa_id,
  sid: 's',
});
const GLOBAL = persona('admin_global', null);
const CLEAN = { reinicio: false, lectura_omitida: false };
const GRANTS: Asignaciones = { usuario_id: 9, empresa_id: 1, version: 1, dispositivos: [1], switches: [] };
/** Replaces auth-tenancy's answer, which these tests do not cover. */
const grants = {
  ofCaller: async ({ usuario_id }: { usuario_id: number }) => ({ ...GRANTS, usuario_id }),
} as unknown as GrantsReader;

/** A sample with the same power on each phase, W, and one counter, Wh. */
const sample = (dispositivo_id: number, ts: number, w: number, wh: number | null): Measurement => ({
  dispositivo_id,
  ts,
  values: MEASUREMENT_FIELDS.map((campo) => {
    if (campo === 'energia') return wh === null ? null : Math.round(wh * 100);
    if (campo === 'voltaje_a') return 12_700;
    return campo.startsWith('potencia_activa') ? Math.round(w * 100) : null;
  }),
});

describe('the energy history of a device', () => {
  let history: TestHistory;
  let energia: EnergiaService;
  let planner: ExportPlanner;
  let writer: ExportWriter;
  const tenencias = new TenuresService();

  const save = async (mediciones: Measurement[]): Promise<void> => {
    await history.partitions().ensure(mediciones.map(({ ts }) => monthOf(ts)));
    await history.writer().save({ lecturas: [], estados: [], mediciones });
  };
  /** One sample every `cada` ms in [desde, hasta): 1000 W and a matching counter. */
  const measure = (id: number, desde: number, hasta: number, cada = MINUTE, wh0 = 0): Promise<void> =>
    save(
      Array.from({ length: Math.ceil((hasta - desde) / cada) }, (_, i) =>
        sample(id, desde + i * cada, 1_000, wh0 + (i * cada) / 3_600),
      ),
    );
  const alta = (id: number, empresa_id: number, at = 0): Promise<void> =>
    history.dataSource.transaction((tx) => tenencias.save(tx, { id, empresa_id, nombre: `=Medidor ${id}` }, at));

  beforeAll(async () => {
    history = await TestHistory.start();
    const acceso = new AccessService(history.dataSource, grants);
    const repository = new HistoryRepository(history.dataSource, history.dataSource);
    energia = new EnergiaService(acceso, repository, new EnergiaRepository(history.dataSource, history.dataSource));
    planner = new ExportPlanner(history.dataSource, acceso, repository);
    const env = { DATABASE_URL: history.url, INSTANCE_ID: 'spec' };
    const sessions = new ExportSessions(history.dataSource, null, env, silent);
    const metrics = new IngestMetrics(new Registry());
    writer = new ExportWriter(history.dataSource, history.partitions(), metrics, sessions);
    await history.query(
      `INSERT INTO empresas (id, nombre, zona_horaria) VALUES
         (1, 'Uno', 'America/Mexico_City'), (2, 'Dos', 'America/Tijuana'), (3, 'Tres', 'Asia/Kolkata')`,
    );
  });
  afterAll(() => history.stop());
  beforeEach(() => truncate((sql) => history.query(sql), 'mediciones, mediciones_15m, dispositivos, tenencias'));

  const T = Date.UTC(2026, 5, 10, 12);

  it('is what the counter rose between two instants, and unknown where no sample is near', async () => {
    await alta(1, 1);
    await measure(1, T, T + HORA);
    // At 1000 W half an hour is 0.5 kWh; both instants lie between two samples.
    expect(await energia.between(1, T + 90_000, T + 90_000 + 30 * MINUTE)).toEqual({ kwh: 0.5 });
    expect(await energia.between(1, T + 30 * MINUTE, T + 3 * HORA)).toEqual({ kwh: null });
    expect(await energia.between(2, T, T + MINUTE)).toEqual({ kwh: null });
  });

  it('is told in parts, by instants within a turn and by the beginnings of quarters of a month', async () => {
    await alta(1, 1);
    await measure(1, T, T + HORA);
    const [from, to] = [T + 90_000, T + 90_000 + 30 * MINUTE];
    const { partes } = await energia.between(1, from, to, [from + 6 * MINUTE, from + 24 * MINUTE]);
    expect(partes).toEqual([0.1, 0.3, 0.1]);
    const quarters = [-1, 0, 1, 3].map((quarter) => T + quarter * 15 * MINUTE);
    expect(await energia.tramos(GLOBAL, 1, quarters)).toEqual({ kwh: [null, 0.25, 0.5] });
  });

  it('of a month costs to the cent what its raw samples say, across a change of clocks, a holiday and a change of prices', async () => {
    const zona = 'America/Tijuana';
    // Its clocks skip an hour on 8 March.
    const [desde, hasta] = [Date.UTC(2026, 2, 1, 8), Date.UTC(2026, 3, 1, 7)];
    const [holiday, dearer] = ['2026-03-16', '2026-03-17'];
    const version = (since: string, dear: number): TarifaVersion => ({
      desde: since,
      periodos: [
        { nombre: 'Base', precio: 1.005 },
        { nombre: 'Punta', precio: dear },
      ],
      reglas: [
        { periodo: 'Base', dias: DIAS_TARIFA, desde: 0, hasta: 18 },
        { periodo: 'Punta', dias: DIAS_TARIFA.slice(0, 5), desde: 18, hasta: 22 },
        { periodo: 'Base', dias: DIAS_TARIFA.slice(5), desde: 18, hasta: 22 },
        { periodo: 'Base', dias: DIAS_TARIFA, desde: 22, hasta: 24 },
      ],
      festivos: [holiday],
    });
    await alta(1, 2);
    let hundredths = 0;
    const samples: Measurement[] = [];
    for (let ts = desde; ts <= hasta; ts += 5 * MINUTE) {
      samples.push(sample(1, ts, 1_000, hundredths / 100));
      hundredths += (samples.length * 7_919) % 9_973;
    }
    await save(samples);

    const raw = await history.query<{ ts: string; energia: string }>(
      'SELECT extract(epoch FROM ts) * 1000 AS ts, energia FROM mediciones WHERE dispositivo_id = 1 ORDER BY ts',
    );
    const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zona });
    const sums = new Map<number, number>();
    for (const [i, { ts, energia: counter }] of raw.slice(0, -1).entries()) {
      const [fecha = '', time = ''] = format.format(Number(ts)).split(' ');
      const isDear = time >= '18:00' && time < '22:00' && fecha !== holiday && new Date(fecha).getUTCDay() % 6 !== 0;
      const precio = !isDear ? 1.005 : fecha < dearer ? 3.3333 : 4.1;
      sums.set(precio, (sums.get(precio) ?? 0) + Number(raw[i + 1]!.energia) - Number(counter));
    }
    const expected = [...sums].map(([precio, sum]) => {
      const wh = Math.round(sum / 100);
      return { precio, kwh: wh / 1_000, costo: Math.round((wh * Math.round(precio * 10_000)) / 100_000) / 100 };
    });

    const tramos = tramosTarifa(
      { versiones: [version('2026-01-01', 3.3333), version(dearer, 4.1)] },
      zona,
      desde,
      hasta,
    );
    const { kwh } = await energia.tramos(GLOBAL, 1, [...tramos.map((tramo) => tramo.desde), hasta]);
    const told = energiaPorPeriodo(tramos, kwh);
    expect(told?.map(({ periodo: _, ...rest }) => rest)).toEqual(expected);
    expect(expected).toHaveLength(3);
  });

  it('has its greatest demand in the quarter with the greatest sum of mean powers, told once for each stretch', async () => {
    for (const id of [1, 2]) await alta(id, 1);
    const taking = (id: number, after: number, w: number): Measurement => {
      const one = sample(id, T + after * MINUTE, 0, null);
      one.values[MEASUREMENT_FIELDS.indexOf('total_act_power')] = w * 100;
      return one;
    };
    // A moment of 9 kW is no demand: its quarter has 4 kW.
    const first = [taking(1, 0, 1_000), taking(1, 5, 2_000), taking(1, 10, 9_000)];
    await save([...first, taking(1, 15, 3_000), taking(2, 16, 2_500), taking(1, 45, 1_234)]);
    const limites = [0, 30, 45, 60].map((after) => T + after * MINUTE);
    expect(await energia.demanda(GLOBAL, [1, 2], limites)).toEqual({
      picos: [{ inicio: T + 15 * MINUTE, kw: 5.5 }, null, { inicio: T + 45 * MINUTE, kw: 1.234 }],
    });
  });

  it('is unknown between two instants when the counter restarted', async () => {
    await alta(1, 1);
    await measure(1, T, T + HORA, MINUTE, 5_000);
    await measure(1, T + HORA, T + 2 * HORA, MINUTE, 0);
    expect(await energia.between(1, T + 30 * MINUTE, T + HORA + 30 * MINUTE)).toEqual({ kwh: null });
  });
  const serie = (caller: Caller, desde: number, hasta: number, ancho = 500, dispositivo_id = 1) =>
    energia.serie(caller, { dispositivo_id, desde, hasta, ancho });

  describe('as a series', () => {
    it('is every sample as it came while those fit, with a gap where the meter was silent', async () => {
      await alta(1, 1);
      await save([sample(1, T, 100, 1), sample(1, T + MINUTE, 200.5, 2), sample(1, T + 20 * MINUTE, 300, 3)]);
      const { nivel, ts, n, series } = await serie(GLOBAL, T, T + HORA);
      expect(nivel).toBe('muestras');
      expect(ts).toEqual([T, T + MINUTE, T + 10.5 * MINUTE, T + 20 * MINUTE]);
      expect(n).toEqual([1, 1, 0, 1]);
      expect(series.potencia_activa_a.prom).toEqual([100, 200.5, null, 300]);
      expect(series.voltaje_a.max).toEqual([127, 127, null, 127]);
      expect(series.voltaje_b.prom).toEqual([null, null, null, null]);
    });

    it('is put together in steps when there are more, with average, least and most', async () => {
      await alta(1, 1);
      await save(Array.from({ length: 3_600 / 5 }, (_, i) => sample(1, T + i * 5_000, i % 12 === 0 ? 130 : 100, 1)));
      const { paso_s, ts, n, series } = await serie(GLOBAL, T, T + 2 * HORA, 300);
      expect(paso_s).toBe(60);
      expect(ts).toHaveLength(120);
      expect([n[0], n[59], n[60]]).toEqual([12, 12, 0]);
      const { prom, min, max } = series.potencia_activa_c;
      expect([prom[0], min[0], max[0], prom[60]]).toEqual([102.5, 100, 130, null]);
    });

    it.each([
      [7, 300],
      [30, 500],
      [365, 400],
      [365, 40],
    ])('of %s days has no more points than there is room for: %s', async (dias, ancho) => {
      await alta(1, 1);
      await measure(1, T, T + 2 * HORA);
      const { ts, n } = await serie(GLOBAL, T - (dias - 1) * 24 * HORA, T + 24 * HORA, ancho);
      expect(ts.length).toBeLessThanOrEqual(ancho);
      expect(ts.length).toBeGreaterThan(ancho / 4);
      expect(n.reduce((suma, x) => suma + x, 0)).toBe(120);
    });

    it("has days that begin at midnight of the company's zone, of 23 h and 25 h too", async () => {
      await alta(1, 2);
      // In Tijuana summer time starts on 2026-03-08 and ends on 2026-11-01.
      const march = await serie(GLOBAL, Date.parse('2026-03-07T08:00:00Z'), Date.parse('2026-03-10T07:00:00Z'), 4);
      expect(march.paso_s).toBe(86_400);
      expect(march.ts.map((ts) => new Date(ts).toISOString())).toEqual([
        '2026-03-07T08:00:00.000Z',
        '2026-03-08T08:00:00.000Z',
        '2026-03-09T07:00:00.000Z',
      ]);
      const { ts } = await serie(GLOBAL, Date.parse('2026-10-31T07:00:00Z'), Date.parse('2026-11-03T08:00:00Z'), 5);
      expect(ts.slice(1).map((one, i) => one - ts[i]!)).toEqual([24 * HORA, 25 * HORA]);
    });

    it('has hours that begin at the full hour of a zone that is half an hour off', async () => {
      await alta(1, 3);
      const { ts, paso_s } = await serie(GLOBAL, T, T + 10 * 24 * HORA, 250);
      expect(paso_s).toBe(3_600);
      expect(ts.every((one) => (one + 5.5 * HORA) % HORA === 0)).toBe(true);
    });

    it('does not reach into the future, and refuses a range that ends before it begins', async () => {
      await alta(1, 1);
      const { ts } = await serie(GLOBAL, Date.now() - HORA, Date.now() + 30 * 24 * HORA, 100);
      expect(Math.max(0, ...ts)).toBeLessThanOrEqual(Date.now());
      expect((await serie(GLOBAL, Date.now() + HORA, Date.now() + 2 * HORA)).ts).toEqual([]);
      await expect(serie(GLOBAL, T, T)).rejects.toMatchObject({ codigo: 'datos_invalidos' });
      await expect(serie(GLOBAL, 0, 20 * 366 * 24 * HORA)).rejects.toMatchObject({ codigo: 'datos_invalidos' });
    });
  });

  describe('by day', () => {
    it.each([
      ['2026-03-08', '2026-03-08T08:00:00Z', 23],
      ['2026-11-01', '2026-11-01T07:00:00Z', 25],
      ['2026-06-10', '2026-06-10T07:00:00Z', 24],
    ])('is what the counter rose from midnight to midnight of the zone: %s', async (fecha, inicio, horas) => {
      await alta(1, 2);
      const [desde, hasta] = [Date.parse(inicio), Date.parse(inicio) + horas * HORA];
      await measure(1, desde - 2 * HORA, hasta + 2 * HORA);
      expect(await energia.dias(GLOBAL, 1, { desde: fecha, hasta: fecha })).toEqual([
        { fecha, kwh: horas, kwh_devuelta: null, incompleto: false, en_curso: false, ...CLEAN },
      ]);
    });

    it('is marked where quarters are missing, unknown where nothing was measured, and never negative', async () => {
      await alta(1, 1);
      const dia = Date.parse('2026-06-10T06:00:00Z');
      await measure(1, dia, dia + 10 * HORA, MINUTE, 500_000);
      await measure(1, dia + 12 * HORA, dia + 24 * HORA, MINUTE, 0);
      const [antes, roto] = await energia.dias(GLOBAL, 1, { desde: '2026-06-09', hasta: '2026-06-10' });
      expect(antes).toMatchObject({ fecha: '2026-06-09', kwh: null, incompleto: true });
      expect(roto).toMatchObject({ incompleto: true, reinicio: true });
      expect(roto?.kwh).toBeCloseTo(22, 1);
    });

    it('ends with today, which is not over, and has thirty days without dates', async () => {
      await alta(1, 1);
      const dias = await energia.dias(GLOBAL, 1, {});
      expect(dias).toHaveLength(30);
      expect(dias.map(({ en_curso }) => en_curso)).toEqual([...Array.from({ length: 29 }, () => false), true]);
      await expect(energia.dias(GLOBAL, 1, { desde: '2020-01-01' })).rejects.toMatchObject({
        codigo: 'datos_invalidos',
      });
      expect(await energia.dias(GLOBAL, 1, { desde: '2026-06-02', hasta: '2026-06-01' })).toEqual([]);
    });
  });

  describe('is for', () => {
    it.each([
      ['a device of another company', persona('admin_empresa', 2), 1],
      ['a device that is not assigned', persona('usuario', 1), 2],
      ['a device that does not exist', GLOBAL, 99],
    ])('nobody else: %s is refused with the same words', async (_what, caller, id) => {
      await alta(1, 1);
      await alta(2, 1);
      const refused = { codigo: 'no_encontrado' };
      await expect(serie(caller, T, T + HORA, 10, id)).rejects.toMatchObject(refused);
      await expect(energia.dias(caller, id, {})).rejects.toMatchObject(refused);
      await expect(planner.prepare(caller, { tipo: 'energia', dispositivo_id: id })).rejects.toMatchObject(refused);
    });

    it('whom it is assigned to, and the admin of its company', async () => {
      await alta(1, 1);
      for (const caller of [persona('usuario', 1), persona('admin_empresa', 1)])
        expect((await energia.dias(caller, 1, {})).length).toBe(30);
    });

    it('the company that had the device then: it does not follow it to another one', async () => {
      await alta(1, 1);
      await measure(1, T, T + 2 * HORA);
      const move = T + HORA - MINUTE;
      await alta(1, 2, move);
      await expect(serie(persona('admin_empresa', 1), T, T + 2 * HORA)).rejects.toMatchObject({
        codigo: 'no_encontrado',
      });
      const { ts } = await serie(persona('admin_empresa', 2), T, T + 2 * HORA);
      expect(ts[0]).toBe(T + HORA);
      const [dia] = await energia.dias(GLOBAL, 1, { desde: '2026-06-10', hasta: '2026-06-10' });
      expect(dia?.kwh).toBeCloseTo(1, 1);
      const { query } = await planner.prepare(GLOBAL, { tipo: 'energia', dispositivo_id: 1 });
      expect(await history.query(query(ALWAYS))).toHaveLength(60);
      await history.dataSource.transaction((tx) => tenencias.eliminar(tx, 1, T + 3 * HORA));
      await expect(serie(GLOBAL, T, T + HORA)).rejects.toMatchObject({ codigo: 'no_encontrado' });
    });
  });

  it("is a CSV with Spanish headers, times of the company's zone and escaped names", async () => {
    await alta(1, 1);
    await save([
      sample(1, Date.parse('2026-06-10T05:59:59Z'), 1, 1),
      sample(1, Date.parse('2026-06-10T06:00:00Z'), 0.5, 12_345),
    ]);
    const salida = new PassThrough();
    const file = text(salida);
    await writer.write(
      await planner.prepare(GLOBAL, { tipo: 'energia', dispositivo_id: 1, desde: '2026-06-10', hasta: '2026-06-10' }),
      salida,
    );
    const [header, fila, ...nothing] = (await file).trim().split('\n');
    expect(header).toContain('Fecha,Dispositivo,Voltaje A (V),Voltaje B (V)');
    expect(fila).toBe("2026-06-10 00:00:00.000-06:00,'=Medidor 1,127.00,,,,,,0.50,0.50,0.50,,,,,,,,,,12.345,");
    expect(nothing).toEqual([]);
    expect(fila?.split(',')).toHaveLength(header?.split(',').length ?? 0);
  });
});
