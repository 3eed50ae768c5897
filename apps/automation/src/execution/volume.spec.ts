import { type CallRequest, type Caller, type CorridaDePlaca, ProgramaSave } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Automation } from '../automation.fixture.js';
import { MeterService } from '../cuenta/meter.service.js';
import { OutcomeService } from '../outcomes/outcome.service.js';
import { ProgramasService } from '../programas/programas.service.js';
import { TurnEndsService } from './turn-ends.service.js';

const MINUTE = 60_000;
const caller: Caller = { tipo: 'persona', usuario_id: 7, rol: 'admin_global', empresa_id: null, sid: 's'.repeat(16) };

let automation: Automation;
let app: INestApplication;
const offs: CallRequest<'switches.comandar'>[] = [];
/** What each meter grew, m³, and when it was told last, ms. */
const meters = new Map<number, { valor: number; entre: number; de: number; a: number }>();
/** Of the soil by point, %. */
const moisture = new Map<number, number>();

beforeAll(async () => {
  automation = await Automation.start({
    inventory: { 'puntos.listar': async () => [] },
    'telemetry-history': {
      'puntos.entre': async ({ punto_id }) => meters.get(punto_id) ?? { valor: null, entre: null, de: null, a: null },
      'historial.encendido_entre': async ({ desde, hasta }) => {
        const seconds = (hasta - desde) / 1_000;
        return { encendido_s: seconds, sabido_s: seconds };
      },
      'energia.entre': async () => ({ kwh: null }),
    },
    'device-gateway': {
      'placas.agenda': async ({ rev }) => ({ rev }),
      'puntos.ultimos': async ({ puntos }) =>
        puntos.map((punto_id) => ({ punto_id, valor: moisture.get(punto_id) ?? null, ts: Date.now(), online: 1 })),
      'switches.comandar': async (request) => {
        offs.push(request);
        return { comando_id: String(offs.length), estado: 'enviado' };
      },
    },
  });
  app = await automation.instance();
});
afterAll(() => automation?.stop());

const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => automation.query<T>(app, sql, params);
const one = async <T>(sql: string, params: unknown[] = []): Promise<T | undefined> => (await query<T>(sql, params))[0];

let next = 100;
/** A company with one valve and its meter, on a board of its own. All have the same id. */
const company = async ({ puede = '{agenda,handover,points,volume}', ofBoard = true, meter = true } = {}) => {
  const id = next++;
  await query(`INSERT INTO placas VALUES ($1, $1, $1, 'acequia', '', 0)`, [id]);
  await query(`INSERT INTO planes_de_placa (placa_id, puede) VALUES ($1, $2)`, [id, puede]);
  await query(
    `INSERT INTO switches (id, empresa_id, placa_id, nombre, tipo, hardware_pin, activo) VALUES ($1, $1, $1, 'Válvula', 'selenoide', 4, 1)`,
    [id],
  );
  if (meter)
    await query(
      `INSERT INTO puntos (id, empresa_id, magnitud, mide, nombre, cada_s, placa_id, n, de_placa)
       VALUES ($1, $1, 'volumen', ARRAY[$1::int], 'Medidor', 60, $1, 3, $2)`,
      [id, ofBoard],
    );
  await query(
    `INSERT INTO empresas (id, nombre, activa, zona_horaria, planear_en) VALUES ($1, 'Rancho', 1, 'UTC', $2)`,
    [id, Date.now() + 60 * MINUTE],
  );
  return id;
};

/** A running turn of a volume, begun ten minutes ago. */
const running = async (id: number, changes: Record<string, unknown> = {}): Promise<string> => {
  const began = Date.now() - 10 * MINUTE;
  const turno_id = `1-${next++}-s${id}`;
  const row = {
    turno_id,
    empresa_id: id,
    programa_id: 1,
    switch_id: id,
    placa_id: id,
    pin: 4,
    riego: began,
    inicio: began,
    segundos: 3_600,
    pedidos_s: 3_600,
    via: 'placa',
    con_enlace: 0,
    tarde_s: 300,
    estado: 'en_curso',
    ordenado: true,
    fijo: true,
    real_inicio: began,
    real_segundos: 0,
    volumen_l: 20_000,
    volumen_punto: id,
    ...changes,
  };
  const names = Object.keys(row);
  await query(
    `INSERT INTO turnos (${names.join(', ')}) VALUES (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(row),
  );
  return turno_id;
};
const grown = (id: number, entre: number, changes: object = {}): unknown =>
  meters.set(id, { entre, valor: entre, de: Date.now() - 11 * MINUTE, a: Date.now() - 1_000, ...changes });
const offsOf = (id: number): string[] => offs.filter((order) => order.id === id).map(({ accion }) => accion);
const report = (placa_id: number, corrida: CorridaDePlaca): Promise<void> =>
  app.get(DataSource).transaction((tx) => app.get(OutcomeService).reported(tx, { placa_id, corridas: [corrida] }));
const TURN = 'SELECT estado, segundos, real_segundos, motivos, sin_medir FROM turnos WHERE turno_id = $1';

const soon = (minutes = 1): { riego: number; hora: string } => {
  const riego = (Math.floor(Date.now() / MINUTE) + minutes) * MINUTE;
  return { riego, hora: new Date(riego).toISOString().slice(11, 16) };
};
const plan = async (id: number, more: object = {}, minutes = 1): Promise<Record<string, unknown> | undefined> => {
  const { riego, hora } = soon(minutes);
  const definicion = {
    dias: { cada: 1, desde: '2026-01-01' },
    inicios: [hora],
    sin_conexion: 'regar',
    pasos: [{ switch_id: id, duracion_s: 600, volumen_m3: 2.5 }],
    ...more,
  };
  await query(`INSERT INTO programas (empresa_id, nombre, activo, definicion) VALUES ($1, 'Riego', 1, $2)`, [
    id,
    JSON.stringify(definicion),
  ]);
  return replanned(id, riego);
};
const replanned = async (id: number, riego: number): Promise<Record<string, unknown> | undefined> => {
  await query('UPDATE empresas SET planear_en = 0 WHERE id = $1', [id]);
  await eventually(async () =>
    expect(await query('SELECT 1 FROM empresas WHERE id = $1 AND planear_en > 0 AND fallos = 0', [id])).toHaveLength(1),
  );
  const [agenda] = await query<{ corridas: (Record<string, unknown> & { at: number })[] }>(
    'SELECT corridas FROM agendas WHERE placa_id = $1',
    [id],
  );
  return agenda?.corridas.find(({ at }) => at === riego / 1_000);
};

describe('a step by volume', () => {
  it('goes to a board that knows volumes and has the meter, and is a run by time for any other', async () => {
    const id = await company();
    const { riego } = soon(20);
    expect(await plan(id, {}, 20)).toMatchObject({ secs: 600, vol: 2_500, point: 3 });
    await query(`UPDATE planes_de_placa SET puede = '{agenda,handover,points}' WHERE placa_id = $1`, [id]);
    const run = await replanned(id, riego);
    expect(run).toMatchObject({ secs: 600 });
    expect(Object.keys(run ?? {}).sort()).toEqual(['at', 'id', 'late_s', 'link', 'nombre', 'pin', 'secs']);
    const elsewhere = await company({ ofBoard: false });
    const other = await plan(elsewhere, {}, 20);
    expect(other).toMatchObject({ secs: 600 });
    expect(other).not.toHaveProperty('vol');
  });

  it('gets less water, and less time for it, where a condition shortens its turn', async () => {
    const id = await company();
    const { riego } = soon();
    await plan(id, { ajuste_et0: { et0_mm: 2, referencia_mm: 4, minimo: 0 } });
    // Planned first, and decided with what was read after that.
    const shortened = { segundos: 300, volumen_l: 1_250 };
    await eventually(async () =>
      expect(
        await one('SELECT segundos, volumen_l FROM turnos WHERE empresa_id = $1 AND inicio = $2', [id, riego]),
      ).toEqual(shortened),
    );
  });

  it('is refused without a meter of its switch', async () => {
    const id = await company({ meter: false });
    const request = ProgramaSave.parse({
      empresa_id: id,
      nombre: 'Riego',
      dias: ['lun'],
      inicios: ['05:00'],
      pasos: [{ switch_id: id, duracion_s: 600, volumen_m3: 2.5 }],
    });
    await expect(app.get(ProgramasService).crear(caller, request)).rejects.toMatchObject({
      codigo: 'datos_invalidos',
      detalles: [{ campo: 'body.pasos.0.volumen_m3', mensaje: expect.stringContaining('Ningún medidor') as string }],
    });
  });
});

describe('a step by the moisture of the soil', () => {
  const soil = (id: number, placa_id = id): Promise<unknown> =>
    query(
      `INSERT INTO puntos (id, empresa_id, magnitud, mide, nombre, cada_s, placa_id, n, de_placa)
       VALUES ($1 + 1000, $1, 'humedad_suelo', '{}', 'Suelo', 60, $2, 5, true)`,
      [id, placa_id],
    );
  const step = (id: number, punto_id = id + 1_000) => ({
    pasos: [{ switch_id: id, duracion_s: 600, hasta: { punto_id, humedad: 30 } }],
  });
  const REACHES = { puede: '{agenda,points,reach}', meter: false };

  it('goes to the board that reads the soil and can end it, and is the service’s for any other', async () => {
    const id = await company(REACHES);
    await soil(id);
    const { riego } = soon(20);
    expect(await plan(id, step(id), 20)).toMatchObject({ secs: 600, reach: 30, point: 5 });
    await query(`UPDATE planes_de_placa SET puede = '{agenda,points}' WHERE placa_id = $1`, [id]);
    expect(Object.keys((await replanned(id, riego)) ?? {})).not.toContain('reach');
    const other = await company(REACHES);
    await soil(other, id);
    const run = await plan(other, step(other), 20);
    expect(run).toMatchObject({ secs: 600 });
    expect(run).not.toHaveProperty('reach');
  });

  it('is turned off by the service once the soil is moist, and has then ended as it should', async () => {
    const id = await company(REACHES);
    await soil(id);
    const ofSoil = { volumen_l: null, volumen_punto: null, hasta_humedad: 30, hasta_punto: id + 1_000 };
    const turno_id = await running(id, ofSoil);
    moisture.set(id + 1_000, 29.5);
    await app.get(TurnEndsService).look();
    expect(offsOf(id)).toEqual([]);
    moisture.set(id + 1_000, 30);
    await app.get(TurnEndsService).look();
    await eventually(() => expect(offsOf(id)).toEqual(['off']));
    const started = Math.floor(Date.now() / 1_000) - 600;
    await report(id, { id: turno_id, started, secs: 600, end: 'off' });
    expect(await one(TURN, [turno_id])).toMatchObject({ estado: 'cumplido', segundos: 600, motivos: null });
  });

  it('has ended as it should when its board says so, and says when its longest time was not enough', async () => {
    const id = await company(REACHES);
    const ofSoil = { volumen_l: null, volumen_punto: null, hasta_humedad: 30, hasta_punto: id, hasta_n: 5 };
    const started = Math.floor(Date.now() / 1_000) - 600;
    const moist = await running(id, ofSoil);
    await report(id, { id: moist, started, secs: 420, end: 'reached' });
    expect(await one(TURN, [moist])).toMatchObject({ estado: 'cumplido', segundos: 420, motivos: null });
    const dry = await running(id, ofSoil);
    await report(id, { id: dry, started, secs: 3_600, end: 'done' });
    expect(await one(TURN, [dry])).toMatchObject({
      estado: 'cumplido',
      motivos: [{ codigo: 'falta_humedad', humedad: 30 }],
    });
  });

  it('is refused by a point of anything else', async () => {
    const id = await company();
    const request = ProgramaSave.parse({
      empresa_id: id,
      nombre: 'Riego',
      dias: ['lun'],
      inicios: ['05:00'],
      ...step(id, id),
    });
    await expect(app.get(ProgramasService).crear(caller, request)).rejects.toMatchObject({
      codigo: 'datos_invalidos',
      detalles: [{ campo: 'body.pasos.0.hasta.punto_id' }],
    });
  });
});

describe('a turn whose meter is elsewhere', () => {
  it('is turned off once its meter has counted its volume, and has then ended as it should', async () => {
    const id = await company();
    const turno_id = await running(id);
    grown(id, 19.9);
    await app.get(TurnEndsService).look();
    expect(offsOf(id)).toEqual([]);
    grown(id, 20.1);
    await app.get(TurnEndsService).look();
    // The service's own look may have found it first.
    await eventually(() => expect(offsOf(id)).toEqual(['off']));
    await app.get(TurnEndsService).look();
    expect(offsOf(id)).toEqual(['off']);
    const { real_inicio } = (await one<{ real_inicio: string }>('SELECT real_inicio FROM turnos WHERE turno_id = $1', [
      turno_id,
    ]))!;
    await report(id, { id: turno_id, started: Math.floor(Number(real_inicio) / 1_000), secs: 601, end: 'off' });
    expect(await one(TURN, [turno_id])).toMatchObject({ estado: 'cumplido', segundos: 601, motivos: null });
  });

  it('has ended as it should with the pump that stopped because of it', async () => {
    const id = await company();
    const pump = next++;
    await query(
      `INSERT INTO enclavamientos (id, empresa_id, nombre, tipo, switches, bomba_id, retardo_encendido_s, retardo_apagado_s)
       VALUES ($1, $1, 'Pozo', 'requiere', ARRAY[$1::int], $2, 0, 0)`,
      [id, pump],
    );
    await running(id);
    const ofPump = await running(id, { switch_id: pump, volumen_l: null, volumen_punto: null });
    const stopped = { id: ofPump, started: Math.floor(Date.now() / 1_000) - 600, secs: 600, end: 'interlock' } as const;
    await report(id, stopped);
    expect(await one(TURN, [ofPump])).toMatchObject({ estado: 'parcial' });
    grown(id, 21);
    await app.get(TurnEndsService).look();
    await report(id, stopped);
    expect(await one(TURN, [ofPump])).toMatchObject({ estado: 'cumplido', segundos: 600 });
  });

  it('is turned off again while it is still on', async () => {
    const id = await company();
    await running(id);
    grown(id, 21);
    await app.get(TurnEndsService).look(Date.now() - 20_000);
    expect(offsOf(id)).toEqual(['off']);
    await app.get(TurnEndsService).look();
    expect(offsOf(id)).toEqual(['off', 'off']);
  });

  it('counts from its own start what another turn of its meter may have had before', async () => {
    const id = await company();
    await running(id, {
      estado: 'cumplido',
      inicio: Date.now() - 30 * MINUTE,
      real_inicio: null,
      real_segundos: 1_190,
    });
    await running(id);
    grown(id, 20.5, { valor: 19.5 });
    await app.get(TurnEndsService).look();
    expect(offsOf(id)).toEqual([]);
  });

  it('stays on without values, for a board that ends it, and for a person who wants it longer', async () => {
    const mute = await company();
    await running(mute);
    const byBoard = await company();
    await running(byBoard, { volumen_n: 3 });
    grown(byBoard, 30);
    const wanted = await company();
    await running(wanted);
    grown(wanted, 30);
    await query(
      `INSERT INTO ordenes_de_personas (entidad, entidad_id, empresa_id, accion, max_s, usuario_id, ts, rev)
       VALUES ('switch', $1, $1, 'on', 3600, 8, $2, 1)`,
      [wanted, Date.now()],
    );
    await app.get(TurnEndsService).look();
    for (const id of [mute, byBoard, wanted]) expect(offsOf(id)).toEqual([]);
  });
});

describe('what a turn by volume is told to have had', () => {
  const began = Date.now() - 30 * MINUTE;
  const started = Math.floor(began / 1_000);
  const MEASURED = 'SELECT m3_medidos, m3_esperados, agua, sin_medir, estado FROM turnos WHERE turno_id = $1';
  const measured = async (turno_id: string, at = Date.now()): Promise<unknown> => {
    await app.get(MeterService).look(at);
    return one(MEASURED, [turno_id]);
  };

  it('is what its board counted, from its report on', async () => {
    const id = await company();
    const turno_id = await running(id, { volumen_n: 3, inicio: began, real_inicio: began });
    await report(id, { id: turno_id, started, secs: 900, end: 'volume', litres: 20_008 });
    expect(await one(MEASURED, [turno_id])).toMatchObject({ m3_medidos: 20.008, sin_medir: false });
    expect(await one(TURN, [turno_id])).toMatchObject({ estado: 'cumplido', segundos: 900, real_segundos: 900 });
    expect(await measured(turno_id)).toMatchObject({
      m3_medidos: 20.008,
      m3_esperados: 20,
      agua: null,
      sin_medir: false,
    });
  });

  it('is unknown, and never nothing, as soon as its board says that it could not count', async () => {
    const id = await company();
    const justNow = Math.floor(Date.now() / 1_000) - 905;
    const turno_id = await running(id, { volumen_n: 3, inicio: justNow * 1_000, segundos: 900 });
    await report(id, { id: turno_id, started: justNow, secs: 900, end: 'done', litres: null });
    grown(id, 0);
    const unknown = { m3_medidos: null, m3_esperados: 20, agua: 'sin_medir', sin_medir: true, estado: 'cumplido' };
    expect(await measured(turno_id)).toEqual(unknown);
  });

  it('is unknown when a meter elsewhere counted nothing, and too little when it counted less than half', async () => {
    const ended = { estado: 'cumplido', inicio: began, real_inicio: began, segundos: 900, real_segundos: 900 };
    const id = await company();
    const turno_id = await running(id, ended);
    grown(id, 0);
    expect(await measured(turno_id)).toMatchObject({ m3_medidos: null, agua: 'sin_medir', sin_medir: true });
    const poor = await company();
    const little = await running(poor, ended);
    grown(poor, 8);
    expect(await measured(little)).toMatchObject({ m3_medidos: 8, agua: 'poca_agua', sin_medir: false });
  });
});
