import type { Persona } from '@acequia/contracts';
import { GrantsWriter } from '@acequia/service-kit';
import { eventually } from '@acequia/testing';
import { DataSource } from 'typeorm';
import { monthOf } from '../maintenance/partitions/month.js';
import { PartitionsService } from '../maintenance/partitions/partitions.service.js';
import { Parts, TestService } from '../test/service.fixture.js';
import { rebuild } from '../maintenance/verify/rebuild.js';
import { ExportPlanner } from './export-planner.js';
import { ALWAYS } from './windows.js';

const ADMIN: Persona = { tipo: 'persona', usuario_id: 1, rol: 'admin_empresa', empresa_id: 1, sid: 's'.repeat(16) };
const FOREIGN: Persona = { ...ADMIN, usuario_id: 2, empresa_id: 2 };
/** 12:00 in Mexico City, where it is UTC−6. */
const T = '2026-03-10T18:00:00Z';
const MANY = 50_000;
const SITIO = { tipo: 'sensores', switch_id: 1, formato: 'ancho' } as const;
const LARGO = { tipo: 'sensores', switch_id: 5 } as const;

describe('a CSV export', () => {
  let parts: Parts;
  let service: TestService;

  beforeAll(async () => {
    parts = await Parts.start();
    service = await TestService.start(parts, {});
    await service.get(PartitionsService).ensure([monthOf(Date.parse(T))]);
    await service.query(`INSERT INTO empresas (id, nombre, zona_horaria)
      VALUES (1, 'Uno', 'America/Mexico_City'), (2, 'Dos', 'UTC')`);
    await service.query(`INSERT INTO switches (id, empresa_id, nombre, zona, eliminado) VALUES
      (1, 1, '=Bomba, "vieja"', 'Norte', false), (2, 1, 'Válvula', 'Norte', false), (3, 1, 'Válvula', 'Norte', false),
      (4, 1, 'De otro sitio', 'Sur', false), (5, 1, 'Larga', 'Este', false), (6, 2, 'Ajena', 'Norte', false),
      (7, 1, 'Quitada', 'Norte', true), (8, 1, 'Sin sensor', 'Norte', false)`);
    await service.query(
      `INSERT INTO cableado (switch_id, empresa_id, papel, placa_id, pin, desde, hasta, anotado) VALUES
        (1, 1, 'sensor', 1, 15, '-infinity', 'infinity', $1), (2, 1, 'sensor', 1, 15, '-infinity', 'infinity', $1),
        (3, 1, 'sensor', 1, 32, '-infinity', $1::timestamptz + interval '30 s', $1),
        (3, 1, 'sensor', 2, 15, $1::timestamptz + interval '30 s', 'infinity', $1),
        (4, 1, 'sensor', 9, 15, '-infinity', 'infinity', $1), (5, 1, 'sensor', 5, 15, '-infinity', 'infinity', $1),
        (6, 2, 'sensor', 9, 16, '-infinity', 'infinity', $1), (7, 1, 'sensor', 9, 17, '-infinity', 'infinity', $1)`,
      [T],
    );
    await service.query(
      `INSERT INTO lecturas (placa_id, pin, ts, temperatura, humedad) VALUES
        (1, 15, $1, -250, 6020), (1, 32, $1, 100, NULL), (9, 15, $1, 1, 1), (9, 16, $1, 1, 1), (9, 17, $1, 1, 1),
        (1, 15, $1::timestamptz + interval '20 s', 2150, 5000),
        (1, 32, $1::timestamptz + interval '40 s', 999, 999), (2, 15, $1::timestamptz + interval '40 s', 300, 4000)`,
      [T],
    );
    await service.query(
      `INSERT INTO lecturas (placa_id, pin, ts, temperatura, humedad)
       SELECT 5, 15, $1::timestamptz + n * interval '30 s', n % 4000, 5000 FROM generate_series(1, ${MANY}) n`,
      ['2026-03-01T00:00:00Z'],
    );
    await rebuild(parts.database.url);
  });
  afterAll(async () => {
    await service?.stop();
    await parts?.stop();
  });

  const file = async (asked: Parameters<TestService['export']>[0]) => {
    const response = await service.export(asked, ADMIN);
    const pieces: Buffer[] = [];
    for await (const piece of response as AsyncIterable<Buffer>) pieces.push(piece);
    return {
      rows: response.headers['x-total-filas'],
      lines: Buffer.concat(pieces).toString().split('\n').slice(0, -1),
    };
  };

  it('of a site has one row per time and two columns per switch, each named, empty where it said nothing', async () => {
    const { lines } = await file(SITIO);
    const pump = (que: string): string => `"'=Bomba, ""vieja"" - ${que}"`;
    expect(lines).toEqual([
      `\uFEFFFecha,${pump('Temperatura (°C)')},${pump('Humedad (%)')},${[2, 3].flatMap((id) => [`Válvula (${id}) - Temperatura (°C)`, `Válvula (${id}) - Humedad (%)`]).join(',')}`,
      '2026-03-10 12:00:00.000-06:00,-2.50,60.20,-2.50,60.20,1.00,',
      '2026-03-10 12:00:20.000-06:00,21.50,50.00,21.50,50.00,,',
      '2026-03-10 12:00:40.000-06:00,,,,,3.00,40.00',
    ]);
  });

  it('of a site of which a usuario is assigned one switch shows that one only', async () => {
    const persona: Persona = { ...ADMIN, usuario_id: 7, rol: 'usuario' };
    await new GrantsWriter(parts.redis.client()).put({
      usuario_id: 7,
      empresa_id: 1,
      switches: [3],
      dispositivos: [],
      version: 1,
    });
    const { status, body } = await service.exportText({ ...SITIO, switch_id: 3 }, persona);
    expect([status, body.split('\n')[0]]).toEqual([
      200,
      '\uFEFFFecha,Válvula - Temperatura (°C),Válvula - Humedad (%)',
    ]);
    expect((await service.exportText(SITIO, persona)).status).toBe(404);
  });

  it('of a site of somebody else is refused like one of nothing, and of days without rows has its headings only', async () => {
    expect((await service.exportText(SITIO, FOREIGN)).status).toBe(404);
    const { lines, rows } = await file({ ...SITIO, desde: '2026-03-11' });
    expect([lines.length, rows]).toEqual([1, '0']);
  });

  it('of a site puts its rows together as it reads them: no sort, no hash of all of them', async () => {
    const { query } = await service.get(ExportPlanner).prepare(ADMIN, SITIO);
    const runner = service.get(DataSource).createQueryRunner();
    await runner.query('SET enable_hashagg = off');
    const plan = (await runner.query(`EXPLAIN ${query(ALWAYS)}`)) as { 'QUERY PLAN': string }[];
    await runner.query('RESET enable_hashagg');
    await runner.release();
    const steps = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(steps).toContain('Merge Append');
    expect(steps).not.toMatch(/Sort +\(|HashAggregate/);
  });

  it('says beforehand how many rows it has', async () => {
    expect(await file(LARGO)).toMatchObject({ rows: String(MANY) });
    expect(await file({ ...LARGO, desde: '2026-03-02', hasta: '2026-03-02' })).toMatchObject({ rows: '2880' });
    expect(await file({ tipo: 'estados', empresa_id: 1 })).toMatchObject({ rows: '0' });
  });

  it('says no number where counting takes long, and comes all the same', async () => {
    const otro = service.get(DataSource).createQueryRunner();
    await otro.startTransaction();
    await otro.query('LOCK TABLE lecturas_15m IN ACCESS EXCLUSIVE MODE');
    try {
      const { rows, lines } = await file(LARGO);
      expect([rows, lines.length]).toEqual([undefined, MANY + 1]);
    } finally {
      await otro.rollbackTransaction();
      await otro.release();
    }
  });

  it('of a site that its reader leaves ends its query', async () => {
    const copies = () =>
      service.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY (%' AND state = 'active'`,
      );
    const response = await service.export({ ...SITIO, switch_id: 5 }, ADMIN);
    response.destroy();
    await eventually(async () => expect(await copies()).toHaveLength(0));
  });
});
