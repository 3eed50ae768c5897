import type { Caller } from '@acequia/contracts';
import type { GrantsReader } from '@acequia/service-kit';
import { truncate } from '@acequia/testing';
import type { Lectura } from '../../ingest/rows.js';
import { monthOf } from '../../maintenance/partitions/month.js';
import { TestHistory } from '../../test/database.fixture.js';
import { AccessService } from './access.service.js';
import { HistoryRepository } from './history.repository.js';
import { HistoryService } from './history.service.js';
import { SerieRepository } from '../series/series.repository.js';

const MINUTE = 60_000;
const HORA = 60 * MINUTE;
const T = Date.UTC(2026, 5, 10, 12);
const GLOBAL: Caller = { tipo: 'persona', usuario_id: 9, rol: 'admin_global', empresa_id: null, sid: 's' };

describe("the series of a switch's sensor", () => {
  let history: TestHistory;
  let service: HistoryService;

  beforeAll(async () => {
    history = await TestHistory.start();
    const { dataSource } = history;
    const acceso = new AccessService(dataSource, {} as GrantsReader);
    service = new HistoryService(
      acceso,
      new HistoryRepository(dataSource, dataSource),
      new SerieRepository(dataSource),
    );
    await history.query(
      `INSERT INTO empresas (id, nombre, zona_horaria) VALUES (1, 'Uno', 'America/Tijuana'), (2, 'Dos', 'UTC')`,
    );
    await history.query(
      `INSERT INTO switches (id, empresa_id, nombre, zona) VALUES (1, 1, 'A', 'Norte'), (2, 1, 'B', 'Norte'), (3, 2, 'C', 'Sur')`,
    );
  });
  afterAll(() => history.stop());
  beforeEach(() =>
    truncate((sql) => history.query(sql), 'lecturas, estados, lecturas_15m, transiciones, estado_actual, cableado'),
  );

  const wire = (switch_id: number, pin: number, desde: string | number, hasta: string | number = 'infinity') => {
    const [de, a] = [desde, hasta].map((one) => (typeof one === 'number' ? new Date(one).toISOString() : one));
    return history.query(
      `INSERT INTO cableado (switch_id, empresa_id, papel, placa_id, pin, desde, hasta, anotado)
       VALUES ($1, (SELECT empresa_id FROM switches WHERE id = $1), 'sensor', 1, $2, $3, $4, now())`,
      [switch_id, pin, de, a],
    );
  };
  const save = async (lecturas: Lectura[]): Promise<void> => {
    await history.partitions().ensure(lecturas.map(({ ts }) => monthOf(ts)));
    await history.writer().save({ lecturas, estados: [] });
  };
  /** One reading every `cada` ms in [desde, hasta). */
  const measure = (pin: number, desde: number, hasta: number, cada: number, t: number): Promise<void> =>
    save(
      Array.from({ length: Math.ceil((hasta - desde) / cada) }, (_, i) => ({
        placa_id: 1,
        pin,
        ts: desde + i * cada,
        temperatura: Math.round(t * 100) + (i % 2) * 100,
        humedad: null,
      })),
    );
  const serie = (desde: number, hasta: number, ancho = 500, switch_id = 1) =>
    service.serie(GLOBAL, { switch_id, desde, hasta, ancho });

  it('is the readings themselves while they fit, with a gap where the sensor was silent', async () => {
    await wire(1, 15, '-infinity');
    await measure(15, T, T + 3 * MINUTE, MINUTE, 20);
    await measure(15, T + HORA, T + HORA + MINUTE, MINUTE, 30);
    const { nivel, ts, temperatura, humedad } = await serie(T, T + 2 * HORA);
    expect(nivel).toBe('muestras');
    expect(temperatura.prom).toEqual([20, 21, 20, null, 30]);
    expect(humedad.prom).toEqual([null, null, null, null, null]);
    expect(ts.at(-1)).toBe(T + HORA);
  });

  it.each([
    [1, 500, 300],
    [7, 300, 3_600],
    [30, 500, 7_200],
    [365, 400, 86_400],
  ])('of %s days in %s points has steps of %s s, with its band and its gaps', async (dias, ancho, paso) => {
    await wire(1, 15, '-infinity');
    await measure(15, T, T + 8 * HORA, 30_000, 20);
    const fin = T + 12 * HORA;
    const { paso_s, ts, n, temperatura } = await serie(fin - dias * 24 * HORA, fin, ancho);
    expect(paso_s).toBe(paso);
    expect(ts.length).toBeLessThanOrEqual(ancho);
    expect(n.reduce((suma, one) => suma + one, 0)).toBe(960);
    const con = n.findIndex((one) => one > 0);
    const { prom, min, max } = temperatura;
    expect([prom[con], min[con], max[con]]).toEqual([20.5, 20, 21]);
    expect(prom.filter((one) => one === null)).toHaveLength(n.filter((one) => one === 0).length);
  });

  it("has days of the company's zone: 23 h and 25 h where its clocks change", async () => {
    await wire(1, 15, '-infinity');
    const { ts } = await serie(Date.parse('2026-03-07T08:00:00Z'), Date.parse('2026-03-10T07:00:00Z'), 4);
    expect(ts.slice(1).map((one, i) => (one - ts[i]!) / HORA)).toEqual([24, 23]);
  });

  it('holds only what the switch was wired to, to the minute, also within a quarter whose wiring changed', async () => {
    const cambio = T + 7 * MINUTE;
    const otro = T + 40 * MINUTE;
    await wire(1, 15, '-infinity', cambio);
    await wire(1, 32, cambio, otro);
    await wire(2, 15, cambio);
    await measure(15, T, T + HORA, 30_000, 20);
    await measure(32, T, T + HORA, 30_000, 30);
    const ancho = 100;
    const { paso_s, ts, n, temperatura } = await serie(T - 24 * HORA, T + 24 * HORA * 2 - 1, ancho);
    expect(paso_s).toBe(3_600);
    const here = ts.indexOf(T);
    // Seven minutes at an average of 20.5 and thirty-three at 30.5.
    expect(n[here]).toBe(80);
    expect(temperatura.prom[here]).toBeCloseTo((14 * 20 + 7 * 2 * 0.5 + 66 * 30 + 66 * 0.5) / 80, 2);
    expect([temperatura.min[here], temperatura.max[here]]).toEqual([20, 31]);
    expect(n.reduce((suma, one) => suma + one, 0)).toBe(80);
    const foreign = await serie(T - 24 * HORA, T + 24 * HORA * 2 - 1, ancho, 2);
    expect(foreign.n.reduce((suma, one) => suma + one, 0)).toBe(120 - 14);
  });

  it('gives the same from quarters as from readings, whatever the wiring', async () => {
    const cortes = [T + 3 * MINUTE, T + 4 * MINUTE, T + 33 * MINUTE + 1, T + 45 * MINUTE, T + 61 * MINUTE];
    const borders = ['-infinity', ...cortes, 'infinity'] as const;
    for (const [i, desde] of borders.slice(0, -1).entries()) await wire(1, [15, 32][i % 2]!, desde, borders[i + 1]!);
    for (const pin of [15, 32]) await measure(pin, T - HORA, T + 3 * HORA, 20_000, pin);
    const [raw] = await history.query<{ n: string; suma: string }>(
      `SELECT count(*) AS n, sum(l.temperatura) AS suma FROM cableado c
         JOIN lecturas l ON l.placa_id = c.placa_id AND l.pin = c.pin AND l.ts >= c.desde AND l.ts < c.hasta`,
    );
    const { n, temperatura } = await serie(T - 15 * 24 * HORA, T + 15 * 24 * HORA, 100);
    expect(n.reduce((suma, one) => suma + one, 0)).toBe(Number(raw?.n));
    const suma = temperatura.prom.reduce((total: number, prom, i) => total + (prom ?? 0) * n[i]! * 100, 0);
    expect(suma / Number(raw?.suma)).toBeCloseTo(1, 4);
  });

  it.each([[99], [3]])('is refused for what one may not read: switch %s', async (switch_id) => {
    const caller: Caller = { tipo: 'persona', usuario_id: 9, rol: 'admin_empresa', empresa_id: 1, sid: 's' };
    await expect(service.serie(caller, { switch_id, desde: T, hasta: T + 1, ancho: 9 })).rejects.toMatchObject({
      codigo: 'no_encontrado',
    });
  });
});
