import { truncate } from '@acequia/testing';
import { Automation } from '../automation.fixture.js';
import { FlowWatch } from './flow-watch.service.js';

const [NORTH, SOUTH, METER] = [11, 12, 1];
const METER_ROW = {
  id: METER,
  empresa_id: 1,
  placa_id: null,
  dispositivo_id: null,
  n: null,
  fuente: { tipo: 'api' as const },
  magnitud: 'volumen' as const,
  nombre: 'Medidor',
  sitio: '',
  mide: null,
  b: 0,
  cada_s: 60,
  activo: 1 as const,
  valor: null,
  ts: null,
  version: 1,
};
const NOW = 1_795_000_000_000;

describe('a flow that no board judges', () => {
  let automation: Automation;
  let app: Awaited<ReturnType<Automation['instance']>>;
  /** What passes, m³/h; since when each valve is open, ms before NOW; the meter's step, m³; how old its last value is, s. */
  let world: { m3h: number; open: Record<number, number>; grain: number; late_s: number };

  beforeAll(async () => {
    automation = await Automation.start({
      inventory: {
        'puntos.listar': async () => [{ ...METER_ROW, a: world.grain }],
      },
      'telemetry-history': {
        'historial.encendido_entre': async ({ switch_id, desde, hasta }) => {
          const since = NOW - (world.open[switch_id] ?? 0);
          return {
            encendido_s: Math.max(0, hasta - Math.max(since, desde)) / 1_000,
            sabido_s: (hasta - desde) / 1_000,
          };
        },
        'puntos.entre': async ({ desde, hasta }) => {
          const a = hasta - world.late_s * 1_000;
          const entre = Math.floor((world.m3h * (a - desde)) / 3_600_000 / world.grain) * world.grain;
          return { valor: entre, entre, de: desde, a };
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
        `INSERT INTO switches (id, empresa_id, placa_id, nombre, zona, tipo, hardware_pin, activo, caudal_m3h)
         VALUES ($1, 1, 1, 'V', 'Z', 'selenoide', $1, 1, 5)`,
        [id],
      );
  });
  afterAll(() => automation?.stop());
  beforeEach(async () => {
    await truncate((sql) => automation.query(app, sql), 'protecciones, caudales, controles');
    world = { m3h: 5, open: { [NORTH]: 9_000_000 }, grain: 0.01, late_s: 0 };
  });

  const protect = (cuando: string, valor: number, omitida_hasta: number | null = null, gracia_s = 180) =>
    automation.query(app, 'INSERT INTO protecciones (id, empresa_id, definicion) VALUES (1, 1, $1)', [
      JSON.stringify({
        id: 1,
        empresa_id: 1,
        nombre: 'Norte',
        placa_id: 1,
        punto_id: METER,
        cuando,
        valor,
        omitida_hasta,
        valvula_ids: [NORTH, SOUTH],
        apaga: [NORTH],
        durante_s: 0,
        gracia_s,
        activa: 1,
      }),
    ]);
  const judged = async (changes: Partial<typeof world> = {}) => {
    Object.assign(world, changes);
    await app.get(FlowWatch).look(NOW);
    return app
      .get(FlowWatch)
      .watched()
      .map(({ estado, caudal }) => [estado, caudal]);
  };

  it('is a burst beyond what the open valves take, and not before they have filled', async () => {
    await protect('rotura', 130);
    expect(await judged()).toEqual([['bien', null]]);
    expect(await judged({ m3h: 8 })).toEqual([
      ['mal', { causa: 'rotura', m3h: expect.closeTo(8, 0), esperado_m3h: 5 }],
    ]);
    expect(await judged({ open: { [NORTH]: 240_000 } })).toEqual([['desconocido', null]]);
    await truncate((sql) => automation.query(app, sql), 'protecciones');
    await protect('rotura', 130, null, 0);
    expect(await judged({ open: { [NORTH]: 9_000_000 } })).toEqual([
      ['mal', expect.objectContaining({ causa: 'rotura' })],
    ]);
  });

  it('is judged by what these valves took together, once that was seen often enough', async () => {
    await protect('rotura', 130);
    const learn = (n: number) =>
      automation.query(
        app,
        `INSERT INTO caudales (punto_id, valvulas, empresa_id, observaciones, media, cuadrados, ts) VALUES ($1, $2, 1, $3, 7, 0.02, 1)
         ON CONFLICT (punto_id, valvulas) DO UPDATE SET observaciones = excluded.observaciones`,
        [METER, [NORTH, SOUTH], n],
      );
    const both = { open: { [NORTH]: 3_600_000, [SOUTH]: 3_600_000 }, m3h: 10 };
    await learn(2);
    expect(await judged(both)).toEqual([['bien', null]]);
    await learn(3);
    expect(await judged(both)).toEqual([['mal', expect.objectContaining({ causa: 'rotura', esperado_m3h: 7 })]]);
  });

  it('is missing where valves are open, a leak where all are shut, and neither by the last step of a coarse meter', async () => {
    await protect('sin_caudal', 30);
    expect(await judged()).toEqual([['bien', null]]);
    expect(await judged({ m3h: 0.2 })).toEqual([['mal', expect.objectContaining({ causa: 'sin_caudal' })]]);
    expect(await judged({ m3h: 4.5, grain: 1 })).toEqual([['bien', null]]);
    await truncate((sql) => automation.query(app, sql), 'protecciones');
    await protect('fuga', 0.3);
    expect(await judged({ m3h: 1, grain: 0.01 })).toEqual([['bien', null]]);
    expect(await judged({ open: {} })).toEqual([
      ['mal', { causa: 'fuga', m3h: expect.closeTo(1, 0), esperado_m3h: 0 }],
    ]);
  });

  it('is unknown without fresh values of the meter, or when nobody said what a valve takes', async () => {
    await protect('rotura', 130);
    expect(await judged({ late_s: 600 })).toEqual([['desconocido', null]]);
    await automation.query(app, 'UPDATE switches SET caudal_m3h = NULL WHERE id = $1', [NORTH]);
    expect(await judged({ late_s: 0 })).toEqual([['desconocido', null]]);
    await automation.query(app, 'UPDATE switches SET caudal_m3h = 5 WHERE id = $1', [NORTH]);
  });

  it('is left to a board that has it, and to nobody while it is bypassed', async () => {
    await protect('rotura', 130, NOW + 60_000);
    expect(await judged({ m3h: 20 })).toEqual([['bien', null]]);
    await automation.query(
      app,
      `INSERT INTO controles (placa_id, empresa_id, rev, reglas, protecciones) VALUES (1, 1, 1, '[]', '[{"id": "p1"}]')`,
    );
    expect(await judged()).toEqual([]);
  });
});
