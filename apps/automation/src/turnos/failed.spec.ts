import type { CallResponse, CorridaDePlaca, TurnosFallidos } from '@acequia/contracts';
import type { INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { truncate } from '@acequia/testing';
import { Automation } from '../automation.fixture.js';
import { MeterService } from '../cuenta/meter.service.js';
import { OutcomeService } from '../outcomes/outcome.service.js';
import { ProjectionRepository } from '../storage/projection.repository.js';
import { FailedService } from './failed.service.js';

type Estado = CallResponse<'estado.leer'>[number];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const VALVES = [1, 2, 3];

let automation: Automation;
let app: INestApplication;
let board: Estado;
/** m³ that the meter of all valves counts in a turn; null = it has not told yet. */
let m3: number | null;
const now = Math.floor(Date.now() / 1_000) * 1_000;

beforeAll(async () => {
  automation = await Automation.start({
    'device-gateway': { 'estado.leer': async () => [board] },
    'telemetry-history': {
      'puntos.entre': async ({ desde, hasta }) =>
        m3 === null ? { valor: null, entre: null, de: null, a: null } : { valor: m3, entre: m3, de: desde, a: hasta },
      'historial.encendido_entre': async ({ switch_id, desde, hasta }) => {
        const seconds = (hasta - desde) / 1_000;
        return { encendido_s: switch_id === 1 ? seconds : 0, sabido_s: seconds };
      },
    },
  });
  app = await automation.instanceByHand();
  await query(
    `INSERT INTO empresas (id, nombre, activa, zona_horaria, planear_en) VALUES (1, 'Rancho', 1, 'UTC', $1)`,
    [now + DAY],
  );
  await query(`INSERT INTO placas VALUES (7, 1, 7, 'acequia', 'Norte', 0)`);
  for (const id of VALVES)
    await query(
      `INSERT INTO switches (id, empresa_id, placa_id, nombre, zona, tipo, hardware_pin, activo)
       VALUES ($1, 1, 7, 'Válvula', 'Norte', 'selenoide', $1, 1)`,
      [id],
    );
});
afterAll(() => automation?.stop());
beforeEach(async () => {
  await truncate(query, 'turnos, puntos, agendas, planes_de_placa, ordenes_de_personas');
  board = { placa_id: 7, online: 0, ts: now, pines: [], sensores: [] };
  m3 = 6;
});

const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => automation.query<T>(app, sql, params);

/** Ten minutes of a valve. */
const turn = async (switch_id: number, inicio: number, changes: Record<string, unknown> = {}): Promise<string> => {
  const turno_id = `1-${inicio / 1_000}-s${switch_id}`;
  const row = {
    turno_id,
    empresa_id: 1,
    programa_id: 1,
    switch_id,
    placa_id: 7,
    pin: switch_id,
    riego: inicio,
    inicio,
    segundos: 600,
    pedidos_s: 600,
    via: 'placa',
    con_enlace: 0,
    tarde_s: 60,
    estado: 'previsto',
    ...changes,
  };
  await automation.insertTurn(app, row);
  return turno_id;
};
const done = (inicio: number) => ({ estado: 'cumplido', real_inicio: inicio, real_segundos: 600, bomba_cuenta: 1 });

const report = (...corridas: CorridaDePlaca[]) =>
  app.get(DataSource).transaction((tx) => app.get(OutcomeService).reported(tx, { placa_id: 7, corridas }));
const ran = (id: string, at: number, secs: number, end: CorridaDePlaca['end']): CorridaDePlaca => ({
  id,
  started: secs === 0 ? null : at / 1_000,
  secs,
  end,
});
const failures = async (at = now): Promise<TurnosFallidos[]> => (await app.get(FailedService).failed(at)).fallidos;
const causes = async (at = now) => (await failures(at)).map(({ clave, turnos }) => [clave, turnos]);

describe('failed turns', () => {
  it('of a power cut are one failure until each valve has run', async () => {
    for (const id of VALVES) await report(ran(await turn(id, now - HOUR), now - HOUR, id === 1 ? 60 : 0, 'power'));
    expect(await causes()).toEqual([['corriente:sitio:Norte', 3]]);
    for (const id of [1, 2]) await turn(id, now - 30 * MINUTE, done(now - 30 * MINUTE));
    expect(await failures()).toMatchObject([{ turnos: 1, switches: [3], motivo: 'La placa estaba sin corriente' }]);
    await turn(3, now - 30 * MINUTE, done(now - 30 * MINUTE));
    expect(await causes()).toEqual([]);
  });

  it('are told for three days at most', async () => {
    await report(ran(await turn(1, now - HOUR), now - HOUR, 0, 'late'));
    expect(await causes(now + 2 * DAY)).toEqual([['placa:placa:7', 1]]);
    expect(await causes(now + 3 * DAY)).toEqual([]);
  });

  it('are not those that a person ended, nor those that lack a moment', async () => {
    const cut = await turn(1, now - HOUR);
    const short = await turn(2, now - HOUR);
    await report(ran(cut, now - HOUR, 300, 'off'), ran(short, now - HOUR, 570, 'done'));
    expect(await causes()).toEqual([['objeto:switch:1', 1]]);
    // The order may be told later than its effect.
    await query(
      `INSERT INTO ordenes_de_personas (entidad, entidad_id, empresa_id, accion, usuario_id, ts, rev) VALUES ('switch', 1, 1, 'off', 5, $1, 1)`,
      [now - HOUR + 5 * MINUTE],
    );
    expect(await causes()).toEqual([]);
    await report(ran(cut, now - HOUR, 300, 'off'));
    await truncate(query, 'ordenes_de_personas');
    expect(await causes()).toEqual([]);
  });

  it('are none while a board is away that runs its agenda, nor when it comes back and tells that it ran', async () => {
    const away = Array.from({ length: 3 }, (_, n) => now - (n + 1) * DAY);
    const ids = await Promise.all(away.map((at) => turn(1, at)));
    const outcomes = app.get(OutcomeService);
    await outcomes.look();
    expect(await causes()).toEqual([]);
    board = { ...board, online: 1, pines: [{ pin: 1, estado: 0, ts: now }] };
    await outcomes.look();
    expect(await query(`SELECT DISTINCT estado FROM turnos`)).toEqual([{ estado: 'previsto' }]);
    await report(...ids.map((id, n) => ran(id, away[n] ?? 0, 600, 'done')));
    expect(await causes()).toEqual([]);
  });

  it('include what the service ordered and nobody answered', async () => {
    await turn(1, now - HOUR, { estado: 'perdido', confirmado: false, via: 'servicio', causa: 'sin_conexion' });
    await turn(2, now - HOUR, { estado: 'perdido', confirmado: false, causa: 'sin_conexion' });
    expect(await causes()).toEqual([['sin_conexion:sitio:Norte', 1]]);
  });

  it('are not those from before turns had causes', async () => {
    await turn(1, now - HOUR, { estado: 'perdido', causa: 'antes' });
    expect(await causes()).toEqual([]);
  });
});

describe('a turn whose meter counted', () => {
  const measured = async (at: number) => {
    await turn(1, at, done(at));
    await app.get(MeterService).look(now);
  };
  beforeEach(async () => {
    await query(`INSERT INTO puntos (id, empresa_id, magnitud, mide) VALUES (5, 1, 'volumen', $1)`, [VALVES]);
  });

  it('nothing failed, until one of its valve is measured with water', async () => {
    m3 = 0;
    await measured(now - 2 * HOUR);
    expect(await failures()).toMatchObject([{ clave: 'sin_agua:punto:5', m3_medidos: 0, m3_esperados: null }]);
    await turn(1, now - HOUR, done(now - HOUR));
    expect(await causes()).toHaveLength(1);
    m3 = 6;
    await app.get(MeterService).look(now);
    expect(await causes()).toEqual([]);
  });

  it('far less than the earlier ones failed', async () => {
    for (let n = 7; n > 1; n -= 1) await measured(now - n * HOUR);
    m3 = 1.5;
    await measured(now - HOUR);
    expect(await failures()).toMatchObject([{ clave: 'poca_agua:punto:5', m3_medidos: 1.5, m3_esperados: 6 }]);
  });

  it('is measured although two hundred others wait for their values', async () => {
    await query(`UPDATE puntos SET mide = '{2}'`);
    await query(
      `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, riego, inicio, segundos, pedidos_s, via, con_enlace, tarde_s,
         estado, real_inicio, real_segundos)
       SELECT n || '-1-s3', 1, 1, 2, 1, $1::bigint + n, 600, 600, 'placa', 0, 0, 'cumplido', $1::bigint + n, 600
       FROM generate_series(1, 200) n`,
      [now - 2 * HOUR],
    );
    await turn(3, now - 3 * HOUR, done(now - 3 * HOUR));
    await turn(3, now - HOUR, done(now - HOUR));
    const meter = app.get(MeterService);
    m3 = null;
    for (let look = 0; look < 4; look += 1) await meter.look(now);
    expect(await query('SELECT medido FROM turnos WHERE switch_id = 3')).toEqual([{ medido: true }, { medido: true }]);
  });
});

describe('a plan that its board did not take', () => {
  const untaken = async () => (await app.get(FailedService).failed(now)).sin_tomar;
  const plan = (rev: number, ...turnos: [id: string, pin: number, at: number][]) =>
    query(
      `INSERT INTO agendas (placa_id, empresa_id, rev, hasta, corridas) VALUES (7, 1, $1, $2, $3)
       ON CONFLICT (placa_id) DO UPDATE SET rev = excluded.rev, hasta = excluded.hasta, corridas = excluded.corridas`,
      [
        rev,
        (now + 3 * DAY) / 1_000,
        JSON.stringify(turnos.map(([id, pin, at]) => ({ id, pin, at: at / 1_000, secs: 600, late_s: 60, link: 0 }))),
      ],
    );
  const takes = (agenda_rev: number) =>
    app
      .get(DataSource)
      .transaction((tx) => app.get(ProjectionRepository).planes(tx, { placa_id: 7, puede: ['agenda'], agenda_rev }));

  it('lacks only the turns that the plan which it took before does not have', async () => {
    const first: [string, number, number] = [await turn(1, now + HOUR), 1, now + HOUR];
    await plan(1, first);
    expect(await untaken()).toEqual([{ empresa_id: 1, placa_id: 7, switch_id: 1, inicio: now + HOUR, turnos: 1 }]);
    await takes(1);
    expect(await untaken()).toEqual([]);
    const second: [string, number, number] = [await turn(2, now + 2 * HOUR), 2, now + 2 * HOUR];
    await plan(2, first, second);
    expect(await untaken()).toMatchObject([{ switch_id: 2, inicio: now + 2 * HOUR, turnos: 1 }]);
    await takes(2);
    expect(await untaken()).toEqual([]);
  });

  it('lacks what comes after its end', async () => {
    await plan(1);
    await takes(1);
    const late = now + 3 * DAY + HOUR;
    await plan(2, [await turn(1, late), 1, late]);
    expect(await untaken()).toHaveLength(1);
  });
});
