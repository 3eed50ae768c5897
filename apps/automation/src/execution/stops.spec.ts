import { AppError, type CallRequest, type Caller, ProgramaSave } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Automation } from '../automation.fixture.js';
import { ProgramasService } from '../programas/programas.service.js';
import { LengthenService } from './lengthen.service.js';
import { PauseService } from './pause.service.js';
import { StopTurnService } from './stop-turn.service.js';

const caller: Caller = { tipo: 'persona', usuario_id: 7, rol: 'admin_global', empresa_id: null, sid: 's'.repeat(16) };
const origin = { clave: null, ip: '10.0.0.7', navegador: 'Firefox' };

let automation: Automation;
let app: INestApplication;
const orders: CallRequest<'switches.comandar'>[] = [];
/** What orders are refused with; without a refusal left they are taken. */
const refusals: AppError[] = [];
/** Called while an order is under way. */
let meanwhile = async (): Promise<void> => undefined;

beforeAll(async () => {
  automation = await Automation.start({
    'auth-tenancy': { 'usuarios.nombre': async () => ({ nombre: 'Rosa' }) },
    'device-gateway': {
      'switches.comandar': async (request) => {
        orders.push(request);
        await meanwhile();
        const refusal = refusals.shift();
        if (refusal) throw refusal;
        return { comando_id: String(orders.length), estado: 'enviado' };
      },
    },
  });
  app = await automation.instance();
  await automation.query(
    app,
    `INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (1, 'Rancho', 1, 'America/Mexico_City')`,
  );
});
afterAll(() => automation?.stop());

let next = 1;

/** A turn that the service turned on ten minutes ago, for an hour. */
const running = async (changes: Record<string, unknown> = {}): Promise<{ switch_id: number; turno_id: string }> => {
  const switch_id = next++;
  const began = Date.now() - 600_000;
  const turno_id = `1-${switch_id}-s${switch_id}`;
  const row = {
    turno_id,
    empresa_id: 1,
    programa_id: 1,
    switch_id,
    placa_id: switch_id,
    pin: 4,
    riego: began,
    inicio: began,
    segundos: 3_600,
    pedidos_s: 3_600,
    via: 'servicio',
    con_enlace: 0,
    tarde_s: 300,
    estado: 'en_curso',
    ordenado: true,
    fijo: true,
    real_inicio: began,
    real_segundos: 0,
    ...changes,
  };
  await automation.insertTurn(app, row);
  return { switch_id, turno_id };
};

const ordersOf = (id: number) => orders.filter((order) => order.id === id).map(({ accion }) => accion);
const rowOf = async (turno_id: string) =>
  (
    await automation.query<{ estado: string; segundos: number; apagar: unknown }>(
      app,
      'SELECT estado, segundos, apagar FROM turnos WHERE turno_id = $1',
      [turno_id],
    )
  )[0];
/** As if the last attempt had been long ago. */
const elapse = (turno_id: string): Promise<unknown> =>
  automation.query(app, `UPDATE turnos SET apagar = jsonb_set(apagar, '{en}', '0') WHERE turno_id = $1`, [turno_id]);

describe('a turn that a person stops', () => {
  it('is turned off at once, in the name of the person', async () => {
    const { switch_id, turno_id } = await running();
    const turno = await app.get(StopTurnService).detener(caller, turno_id, origin);
    expect(turno).toMatchObject({ estado: 'parcial', motivo: 'Lo detuvo Rosa' });
    expect(orders.at(-1)).toMatchObject({ id: switch_id, accion: 'off', ip: '10.0.0.7', navegador: 'Firefox' });
    expect(await rowOf(turno_id)).toMatchObject({ apagar: null });
  });

  it('is turned off later when device-gateway was away, or the service was killed in between', async () => {
    const { switch_id, turno_id } = await running();
    refusals.push(new AppError('servicio_no_disponible'));
    await app.get(StopTurnService).detener(caller, turno_id, origin);
    expect(ordersOf(switch_id)).toEqual(['off']);
    await elapse(turno_id);
    await eventually(() => expect(ordersOf(switch_id)).toEqual(['off', 'off']));
    await eventually(async () => expect(await rowOf(turno_id)).toMatchObject({ apagar: null }));
  });

  it('is left alone once a person has turned it on since, or its timer has ended it', async () => {
    const stop = { caller, ip: '', navegador: '', desde: Date.now() - 60_000, en: Date.now() };
    const apagar = JSON.stringify(stop);
    const again = await running({ estado: 'parcial', apagar });
    await automation.query(
      app,
      `INSERT INTO ordenes_de_personas (entidad, entidad_id, empresa_id, accion, max_s, usuario_id, ts, rev)
       VALUES ('switch', $1, 1, 'on', 600, 8, $2, 1)`,
      [again.switch_id, Date.now()],
    );
    const over = await running({ estado: 'parcial', segundos: 300, apagar });
    for (const { turno_id } of [again, over])
      await eventually(async () => expect(await rowOf(turno_id)).toMatchObject({ apagar: null }));
    expect([...ordersOf(again.switch_id), ...ordersOf(over.switch_id)]).toEqual([]);
  });
});

describe('what is left of a run of a program', () => {
  /** «Regar ahora» of three valves: one runs, one is to come, one more by the service; and one of another day. */
  const watering = async (programa_id: number) => {
    const riego = Date.now() - 600_000;
    const ofRun = { programa_id, riego, manual: 1, via: 'placa', ordenado: false };
    const first = await running({ ...ofRun, segundos: 600 });
    const waits = { ...ofRun, estado: 'previsto', real_inicio: null, real_segundos: null, fijo: false };
    const second = await running({ ...waits, inicio: Date.now() + 60_000 });
    const third = await running({ ...waits, inicio: Date.now() + 660_000, via: 'servicio' });
    const other = await running({ ...waits, riego: riego + 86_400_000, inicio: riego + 86_400_000 });
    return { first, second, third, other };
  };
  const estadosOf = async (...turnos: { turno_id: string }[]) =>
    Promise.all(turnos.map(async ({ turno_id }) => (await rowOf(turno_id))?.estado));

  it('is stopped as a whole, also when the turn that a person saw is over by then', async () => {
    const { first, second, third, other } = await watering(61);
    const told = await app.get(StopTurnService).detener(caller, first.turno_id, origin, true);
    expect(told).toMatchObject({ turno_id: first.turno_id, estado: 'parcial' });
    expect(await estadosOf(first, second, third, other)).toEqual(['parcial', 'omitido', 'omitido', 'previsto']);
    expect([first, second, third].map(({ switch_id }) => ordersOf(switch_id))).toEqual([['off'], [], []]);

    const later = await watering(62);
    await automation.query(app, `UPDATE turnos SET estado = 'cumplido' WHERE turno_id = $1`, [later.first.turno_id]);
    await app.get(StopTurnService).detener(caller, later.first.turno_id, origin, true);
    expect(await estadosOf(later.first, later.second, later.third)).toEqual(['cumplido', 'omitido', 'omitido']);
    await expect(app.get(StopTurnService).detener(caller, later.first.turno_id, origin, true)).rejects.toMatchObject({
      codigo: 'turno_terminado',
    });
  });

  it('goes on when only one turn is stopped, and does not begin once its program is paused or made inactive', async () => {
    const pasos = [{ switch_id: 1, duracion_s: 60 }];
    const plan = { dias: ['lun'], inicios: ['05:00'], pasos, sin_conexion: 'regar' };
    const inactive = ProgramaSave.parse({
      ...plan,
      empresa_id: 1,
      nombre: 'Riego',
      activo: 0,
    });
    for (const [id, stop] of [
      [63, () => app.get(PauseService).pausar(caller, 63, 1, null)],
      [64, () => app.get(ProgramasService).actualizar(caller, 64, { ...inactive, pasos: [] })],
    ] as const) {
      await automation.query(
        app,
        `INSERT INTO programas (id, empresa_id, nombre, activo, definicion) VALUES ($1, 1, 'Riego', 1, $2)`,
        [id, JSON.stringify(plan)],
      );
      const { first, second, third } = await watering(id);
      await app.get(StopTurnService).detener(caller, first.turno_id, origin);
      expect(await estadosOf(first, second, third)).toEqual(['parcial', 'previsto', 'previsto']);
      await stop();
      expect(await estadosOf(first, second, third)).toEqual(['parcial', 'omitido', 'omitido']);
    }
  });
});

describe('a turn that a person lengthens', () => {
  it('renews the timer of its switch, and does not keep its company locked meanwhile', async () => {
    const { switch_id, turno_id } = await running();
    let free: unknown[] = [];
    meanwhile = async () => {
      free = await app.get(DataSource).query('SELECT 1 FROM empresas WHERE id = 1 FOR UPDATE');
    };
    const turno = await app.get(LengthenService).alargar(caller, turno_id, 600, null);
    meanwhile = async () => undefined;
    expect(turno.segundos).toBe(4_200);
    expect(ordersOf(switch_id)).toEqual(['on']);
    expect(orders.at(-1)?.duracion_s).toBeGreaterThan(3_500);
    expect(free).toHaveLength(1);
  });

  it('does not last into more open valves than its program allows', async () => {
    const definicion = { limite: { valvulas: 1 }, pasos: [] };
    await automation.query(
      app,
      `INSERT INTO programas (id, empresa_id, nombre, activo, definicion) VALUES (50, 1, 'Pulsos', 1, $1)`,
      [JSON.stringify(definicion)],
    );
    const { turno_id } = await running({ programa_id: 50 });
    // Its end, as planned.
    const inicio = Date.now() + 3_000_000;
    await running({
      programa_id: 50,
      inicio,
      estado: 'previsto',
      manual: 1,
      ordenado: false,
      real_inicio: null,
    });
    const lengthen = () => app.get(LengthenService).alargar(caller, turno_id, 600, null);
    const texto = expect.stringMatching(/habría 2 válvulas abiertas, y el programa permite 1 a la vez/);
    await expect(lengthen()).rejects.toMatchObject({ codigo: 'datos_invalidos', texto });
    expect(await rowOf(turno_id)).toMatchObject({ segundos: 3_600 });
    definicion.limite.valvulas = 2;
    await automation.query(app, 'UPDATE programas SET definicion = $1 WHERE id = 50', [JSON.stringify(definicion)]);
    await lengthen();
    expect(await rowOf(turno_id)).toMatchObject({ segundos: 4_200 });
  });

  it('is as long as before when its switch refuses, and the same request may be made again', async () => {
    const { turno_id } = await running();
    refusals.push(new AppError('switch_bloqueado'));
    const lengthen = () => app.get(LengthenService).alargar(caller, turno_id, 600, 'key-1');
    await expect(lengthen()).rejects.toMatchObject({ codigo: 'switch_bloqueado' });
    expect(await rowOf(turno_id)).toMatchObject({ segundos: 3_600 });
    await lengthen();
    await lengthen();
    expect(await rowOf(turno_id)).toMatchObject({ segundos: 4_200 });
  });
});
