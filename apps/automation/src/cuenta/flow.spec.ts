import { type Persona, VALVE_TEST_S } from '@acequia/contracts';
import { truncate } from '@acequia/testing';
import { Automation } from '../automation.fixture.js';
import { FlowService } from './flow.service.js';

const [NORTH, SOUTH, METER] = [11, 12, 1];
const TURN_S = 900;
const ADMIN: Persona = { tipo: 'persona', usuario_id: 1, rol: 'admin_empresa', empresa_id: 1, sid: 's' };

describe('the flow of open valves', () => {
  let automation: Automation;
  let app: Awaited<ReturnType<Automation['instance']>>;
  const began = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000;
  /** m³/h that the meter tells, and the switches that are open: all of the time, or of a part of it. */
  let world: { m3h: number; open: Record<number, number>; every_s: number };

  beforeAll(async () => {
    automation = await Automation.start({
      'telemetry-history': {
        'historial.encendido_entre': async ({ switch_id, desde, hasta }) => {
          const sabido_s = (hasta - desde) / 1_000;
          return { encendido_s: sabido_s * (world.open[switch_id] ?? 0), sabido_s };
        },
        'puntos.entre': async ({ desde, hasta }) => {
          const valor = (world.m3h * (hasta - desde)) / 3_600_000;
          return { valor, entre: valor, de: desde - world.every_s * 1_000, a: hasta + world.every_s * 1_000 };
        },
      },
    });
    app = await automation.instanceByHand();
    await automation.query(
      app,
      `INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (1, 'Rancho', 1, 'UTC')`,
    );
    for (const id of [NORTH, SOUTH])
      await automation.query(
        app,
        `INSERT INTO switches (id, empresa_id, placa_id, nombre, zona, tipo, hardware_pin, activo)
         VALUES ($1, 1, 1, 'V', 'Z', 'selenoide', $1, 1)`,
        [id],
      );
    await automation.query(app, `INSERT INTO puntos (id, empresa_id, magnitud, mide) VALUES ($1, 1, 'volumen', $2)`, [
      METER,
      [NORTH, SOUTH],
    ]);
  });
  afterAll(() => automation?.stop());
  beforeEach(async () => {
    await truncate((sql) => automation.query(app, sql), 'turnos, caudales, ordenes_de_personas');
    world = { m3h: 4, open: { [NORTH]: 1 }, every_s: 10 };
  });

  let turns = 0;
  const turn = async (switch_id: number, changes: { agua?: string; seconds?: number } = {}): Promise<void> => {
    await automation.query(
      app,
      `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, riego, inicio, segundos, pedidos_s, via, con_enlace, tarde_s,
         estado, real_inicio, real_segundos, medido, agua)
       VALUES ($1, 1, 1, $2, $3, $3, 900, 900, 'placa', 0, 0, 'cumplido', $3, $4, true, $5)`,
      [`t${(turns += 1)}`, switch_id, began, changes.seconds ?? TURN_S, changes.agua ?? null],
    );
    await app.get(FlowService).look();
  };
  const learned = async () =>
    (await app.get(FlowService).learned(ADMIN, {})).map(({ switches, caudal_m3h, desviacion_m3h, observaciones }) => [
      switches,
      caudal_m3h,
      desviacion_m3h,
      observaciones,
    ]);

  it('is the mean of the steady part of measured turns, each counted once', async () => {
    for (const m3h of [4, 4.4, 3.6]) {
      world.m3h = m3h;
      await turn(NORTH);
    }
    await app.get(FlowService).look();
    expect(await learned()).toEqual([[[NORTH], 4, 0.4, 3]]);
  });

  it('is of the valves that were open together, told by one of their turns', async () => {
    world.open = { [NORTH]: 1, [SOUTH]: 1 };
    world.m3h = 7;
    await turn(NORTH);
    await turn(SOUTH);
    expect(await learned()).toEqual([[[NORTH, SOUTH], 7, null, 1]]);
  });

  it('is not learned where a valve moved meanwhile, the meter was read rarely, or the turn was short or faulty', async () => {
    world.open = { [NORTH]: 1, [SOUTH]: 0.5 };
    await turn(NORTH);
    world.open = { [NORTH]: 1 };
    await turn(NORTH, { seconds: 240 });
    await turn(NORTH, { agua: 'mucha_agua' });
    world.every_s = 120;
    await turn(NORTH);
    expect(await learned()).toEqual([]);
  });

  /** A person's newest order, so long ago. */
  const order = async (accion: 'on' | 'off', ago_s: number): Promise<void> => {
    await automation.query(
      app,
      `INSERT INTO ordenes_de_personas AS o (entidad, entidad_id, empresa_id, accion, max_s, usuario_id, ts, rev)
       VALUES ('switch', $1, 1, $2, $3, 5, $4, 1) ON CONFLICT (entidad, entidad_id) DO UPDATE SET accion = excluded.accion, ts = excluded.ts`,
      [NORTH, accion, VALVE_TEST_S, Date.now() - ago_s * 1_000],
    );
    await app.get(FlowService).look();
  };

  it('is learned of a valve that a person tries, once it has closed, each time once', async () => {
    await order('on', VALVE_TEST_S);
    expect(await learned()).toEqual([]);
    await order('on', VALVE_TEST_S + 180);
    await app.get(FlowService).look();
    expect(await learned()).toEqual([[[NORTH], 4, null, 1]]);
    world.m3h = 4.2;
    await order('on', VALVE_TEST_S + 150);
    expect(await learned()).toEqual([[[NORTH], 4.1, 0.141, 2]]);
  });

  it('is not learned of a valve that a person closed early, that gave no water, or whose turn tells it', async () => {
    await order('off', 600);
    world.m3h = 0;
    await order('on', 601);
    expect(await learned()).toEqual([]);
    world.m3h = 4;
    await order('on', 602);
    expect(await learned()).toHaveLength(1);
    await automation.query(app, 'DELETE FROM caudales');
    await turn(NORTH);
    await automation.query(app, 'UPDATE turnos SET real_inicio = $1, inicio = $1', [Date.now() - 700_000]);
    await order('on', 603);
    expect(await learned()).toEqual([[[NORTH], 4, null, 1]]);
  });
});
