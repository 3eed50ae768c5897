import { truncate } from '@acequia/testing';
import { Automation } from '../automation.fixture.js';
import { PowerService } from './power.service.js';

const [PUMP, NORTH, SOUTH, CENTINELA, METER] = [10, 11, 12, 9, 1];
const TURN_S = 1_800;

describe('the power of a pump', () => {
  let automation: Automation;
  let app: Awaited<ReturnType<Automation['instance']>>;
  const began = Date.now() - 3_600_000;
  /** kW and m³/h that are told, and the share of the time for which switches are on. */
  let world: { kw: number; m3h: number; on: Record<number, number> };
  const hours = (desde: number, hasta: number): number => (hasta - desde) / 3_600_000;

  beforeAll(async () => {
    automation = await Automation.start({
      'telemetry-history': {
        'historial.encendido_entre': async ({ switch_id, desde, hasta }) => {
          const sabido_s = (hasta - desde) / 1_000;
          // It rests before its valve closes.
          const late_s = switch_id === PUMP ? Math.max(0, hasta - (began + (TURN_S - 60) * 1_000)) / 1_000 : 0;
          return { encendido_s: (sabido_s - late_s) * (world.on[switch_id] ?? 0), sabido_s };
        },
        'energia.entre': async ({ desde, hasta }) => ({ kwh: world.kw * hours(desde, hasta) }),
        'puntos.entre': async ({ desde, hasta }) => {
          const valor = world.m3h * hours(desde, hasta);
          return { valor, entre: valor, de: desde, a: hasta };
        },
      },
    });
    app = await automation.instanceByHand();
    const query = (sql: string, params: unknown[] = []) => automation.query(app, sql, params);
    await query(`INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (1, 'Rancho', 1, 'UTC')`);
    for (const id of [PUMP, NORTH, SOUTH])
      await query(
        `INSERT INTO switches (id, empresa_id, placa_id, nombre, zona, tipo, hardware_pin, activo)
         VALUES ($1, 1, 1, 'S', 'Z', $2, $1, 1)`,
        [id, id === PUMP ? 'motor' : 'selenoide'],
      );
    await query(
      `INSERT INTO enclavamientos (id, empresa_id, nombre, tipo, switches, bomba_id, retardo_encendido_s, retardo_apagado_s)
       VALUES (1, 1, 'Pozo', 'requiere', $1, $2, 10, 60)`,
      [[NORTH, SOUTH], PUMP],
    );
    await query(
      `INSERT INTO dispositivos (id, empresa_id, nombre, tipo, activo, suspendido, vigila_switch_id)
       VALUES ($1, 1, 'Centinela', 'shelly_pro3m', 1, 0, $2)`,
      [CENTINELA, PUMP],
    );
    await query(`INSERT INTO puntos (id, empresa_id, magnitud, mide) VALUES ($1, 1, 'volumen', $2)`, [METER, [NORTH]]);
  });
  afterAll(() => automation?.stop());
  beforeEach(async () => {
    await truncate((sql) => automation.query(app, sql), 'turnos, potencias');
    world = { kw: 8, m3h: 20, on: { [PUMP]: 1, [NORTH]: 1 } };
  });

  let turns = 0;
  const turn = async (switch_id: number, changes: Partial<typeof world> = {}): Promise<void> => {
    Object.assign(world, changes);
    await automation.query(
      app,
      `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, riego, inicio, segundos, pedidos_s, via, con_enlace, tarde_s,
         estado, real_inicio, real_segundos, medido)
       VALUES ($1, 1, 1, $2, $3, $3, $4, $4, 'placa', 0, 0, 'cumplido', $3, $4, true)`,
      [`p${(turns += 1)}`, switch_id, began, TURN_S],
    );
    await app.get(PowerService).look();
  };
  const odd = async () =>
    (await app.get(PowerService).odd()).map(({ switches, que, valor, usual }) => [switches, que, valor, usual]);

  it('is told when it is not what it is with these valves, until it is again', async () => {
    for (const kw of [8, 8.1, 7.9, 8, 8]) await turn(NORTH, { kw });
    await app.get(PowerService).look();
    expect(await odd()).toEqual([]);
    await turn(NORTH, { kw: 6 });
    expect(await odd()).toEqual([[[NORTH], 'kw', 6, 8]]);
    await turn(NORTH, { kw: 8 });
    expect(await odd()).toEqual([]);
  });

  it('is of the valves that are open together, and what a m³ takes is told where a meter counts them', async () => {
    for (let n = 0; n < 5; n += 1) {
      await turn(NORTH);
      world.on[SOUTH] = 1;
      await turn(SOUTH, { kw: 12 });
      await turn(NORTH);
      Object.assign(world, { kw: 8, on: { [PUMP]: 1, [NORTH]: 1 } });
    }
    // Its power is the same, and it lifts less.
    await turn(NORTH, { m3h: 15 });
    expect(await odd()).toEqual([[[NORTH], 'kwh_m3', 0.533, 0.4]]);
    expect(
      await automation.query(app, 'SELECT valvulas, que, observaciones FROM potencias ORDER BY valvulas, que'),
    ).toEqual([
      { valvulas: [NORTH], que: 'kw', observaciones: 6 },
      { valvulas: [NORTH], que: 'kwh_m3', observaciones: 5 },
      { valvulas: [NORTH, SOUTH], que: 'kw', observaciones: 5 },
    ]);
  });

  it('is not learned while a valve moves, or its pump is off', async () => {
    await turn(NORTH, { on: { [PUMP]: 1, [NORTH]: 1, [SOUTH]: 0.5 } });
    await turn(NORTH, { on: { [NORTH]: 1 } });
    expect(await automation.query(app, 'SELECT 1 FROM potencias')).toEqual([]);
  });
});
