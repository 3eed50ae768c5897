import { truncate } from '@acequia/testing';
import { Automation } from '../automation.fixture.js';
import { MeterService } from './meter.service.js';

const MINUTE = 60_000;
const TURN_S = 600;
const [VALVE, OTHER, PUMP, ELSEWHERE] = [11, 12, 13, 21];
const NOTHING = { valor: null, entre: null, de: null, a: null };

type Span = [from_s: number, to_s: number];

/** Times in seconds since the turn began. */
interface World {
  /** What the history says of the meter around the turn; null = nothing yet. */
  meter: { valor: number; entre: number; de: number; a: number } | null;
  /** When each switch was on. */
  on: Record<number, Span[]>;
  /** Switches whose state is not known. */
  unknown: number[];
}

describe('the water of a turn', () => {
  let automation: Automation;
  let app: Awaited<ReturnType<Automation['instance']>>;
  let world: World;
  const began = Math.floor((Date.now() - 60 * MINUTE) / 1_000) * 1_000;
  const now = began + 30 * MINUTE;

  beforeAll(async () => {
    automation = await Automation.start({
      'telemetry-history': {
        'energia.entre': async () => ({ kwh: 0.5 }),
        'puntos.entre': async ({ desde, hasta }) => {
          expect([desde, hasta]).toEqual([began, began + TURN_S * 1_000]);
          if (!world.meter) return NOTHING;
          const { de, a, ...grown } = world.meter;
          return { ...grown, de: began + de * 1_000, a: began + a * 1_000 };
        },
        'historial.encendido_entre': async ({ switch_id, desde, hasta }) => {
          const [from, to] = [(desde - began) / 1_000, (hasta - began) / 1_000];
          const seconds = (world.on[switch_id] ?? []).map(([a, b]) => Math.max(0, Math.min(b, to) - Math.max(a, from)));
          const encendido_s = seconds.reduce((sum, each) => sum + each, 0);
          return { encendido_s, sabido_s: world.unknown.includes(switch_id) ? 0 : to - from };
        },
      },
    });
    app = await automation.instanceByHand();
    await automation.query(
      app,
      `INSERT INTO empresas (id, nombre, activa, zona_horaria, tarifa_kwh) VALUES (1, 'Rancho', 1, 'UTC', 2)`,
    );
    for (const [id, tipo] of [
      [VALVE, 'selenoide'],
      [OTHER, 'selenoide'],
      [PUMP, 'bomba'],
      [ELSEWHERE, 'selenoide'],
    ])
      await automation.query(
        app,
        `INSERT INTO switches (id, empresa_id, placa_id, nombre, zona, tipo, hardware_pin, activo)
         VALUES ($1, 1, 1, 'S', 'Z', $2, $1, 1)`,
        [id, tipo],
      );
    await automation.query(
      app,
      `INSERT INTO dispositivos (id, empresa_id, nombre, tipo, activo, suspendido, vigila_switch_id)
       VALUES (9, 1, 'Centinela', 'shelly_pro3m', 1, 0, $1)`,
      [VALVE],
    );
  });
  afterAll(() => automation?.stop());
  beforeEach(async () => {
    await truncate((sql) => automation.query(app, sql), 'turnos, puntos');
    await automation.query(
      app,
      `INSERT INTO puntos (id, empresa_id, magnitud, mide) VALUES (1, 1, 'volumen', $1), (2, 1, 'presion', $1)`,
      [[VALVE, OTHER, PUMP]],
    );
    for (const switch_id of [VALVE, ELSEWHERE])
      await automation.query(
        app,
        `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, riego, inicio, segundos, pedidos_s, via, con_enlace,
           tarde_s, estado, real_inicio, real_segundos) VALUES ($1, 1, 1, $2, $3, $3, 600, 600, 'placa', 0, 0, 'cumplido', $3, $4)`,
        [`1-1-s${switch_id}`, switch_id, began, TURN_S],
      );
    world = { meter: null, on: { [VALVE]: [[0, TURN_S]], [PUMP]: [[-600, 1_200]] }, unknown: [] };
  });

  const measured = async (at = now) => {
    await app.get(MeterService).look(at);
    const rows = await automation.query(app, 'SELECT m3_medidos AS m3, kwh, medido FROM turnos WHERE switch_id = $1', [
      VALVE,
    ]);
    return rows[0];
  };
  const known = (m3: number | null) => ({ m3, kwh: 0.5, medido: true });
  const open = { m3: null, kwh: 0.5, medido: false };

  it('is what the meter of its valve counted from the value before it to the value after it', async () => {
    world.meter = { valor: 5.6, entre: 6, de: -40, a: 640 };
    expect(await measured()).toEqual(known(6));
    expect(
      await automation.query(app, 'SELECT m3_medidos AS m3, medido FROM turnos WHERE switch_id = $1', [ELSEWHERE]),
    ).toEqual([{ m3: null, medido: true }]);
  });

  it('waits for values, without holding back the energy, and is unknown when none come', async () => {
    expect(await measured()).toEqual(open);
    world.meter = { valor: 6, entre: 6, de: 0, a: 600 };
    world.unknown = [OTHER];
    expect(await measured()).toEqual(open);
    expect(await measured(began + 7 * 60 * MINUTE)).toEqual(known(null));
  });

  it('is its part where another valve of the meter was open right before, and unknown where that was measured rarely', async () => {
    world.on[OTHER] = [[-900, 1]];
    world.meter = { valor: 6, entre: 6.4, de: -40, a: 600 };
    expect(await measured()).toEqual(known(6));
    await automation.query(app, 'UPDATE turnos SET medido = false');
    world.meter = { valor: 6, entre: 11, de: -900, a: 600 };
    expect(await measured()).toEqual(known(null));
  });

  it('is its part where its own valve was open in another turn right after', async () => {
    world.on[VALVE] = [
      [0, TURN_S],
      [630, 900],
    ];
    world.meter = { valor: 6, entre: 6.2, de: 0, a: 660 };
    expect(await measured()).toEqual(known(6));
  });

  it('is unknown while another valve of the meter was open too', async () => {
    world.on[OTHER] = [[300, 360]];
    world.meter = { valor: 9, entre: 9, de: 0, a: 600 };
    expect(await measured()).toEqual(known(null));
  });
});
