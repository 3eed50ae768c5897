import { AppError, type CallRequest, type CallResponse, type ReglaClimaSave } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { Automation } from '../automation.fixture.js';

type Order = CallRequest<'switches.comandar'>;
type Estado = CallResponse<'estado.leer'>[number];

let automation: Automation;
let first: INestApplication;
const orders: Order[] = [];
const estados = new Map<number, Estado>();
/** The last value of a point. */
const told = new Map<number, { valor: number; ts: number }>();
/** The answer to orders of a switch that are refused. */
const refusals = new Map<number, AppError>();

beforeAll(async () => {
  automation = await Automation.start({
    'device-gateway': {
      'estado.leer': async ({ placas }) => placas.flatMap((placa_id) => estados.get(placa_id) ?? []),
      'puntos.ultimos': async ({ puntos }) =>
        puntos.map((punto_id) => ({ punto_id, online: null, ...(told.get(punto_id) ?? { valor: null, ts: null }) })),
      'switches.comandar': async (request) => {
        orders.push(request);
        const refusal = refusals.get(request.id);
        if (refusal) throw refusal;
        return { comando_id: String(orders.length), estado: 'enviado' };
      },
    },
  });
  [first] = await Promise.all([automation.instance(), automation.instance()]);
});
afterAll(() => automation?.stop());

let next = 1;

/** A company with a fan on one board and a sensor on another, and a rule over both. */
const greenhouse = async (changes: Partial<ReglaClimaSave> = {}) => {
  const empresa_id = next++;
  const [fan, probe] = [empresa_id * 10 + 1, empresa_id * 10 + 2];
  await automation.query(
    first,
    `INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES ($1, 'Vivero', 1, 'America/Mexico_City')`,
    [empresa_id],
  );
  for (const [id, sensor_pin] of [
    [fan, null],
    [probe, 15],
  ] as const)
    await automation.query(
      first,
      `INSERT INTO switches (id, empresa_id, placa_id, nombre, tipo, hardware_pin, sensor_pin, activo)
       VALUES ($1, $2, $1, 'Extractor', 'turbina', 4, $3, 1)`,
      [id, empresa_id, sensor_pin],
    );
  const definicion = {
    sensor_switch_id: probe,
    valor: 'temperatura',
    cuando: 'arriba',
    etapas: [{ switch_id: fan, enciende: 28, apaga: 26, si_calla: 'apagado' }],
    min_encendido_s: 0,
    min_apagado_s: 1,
    prioridad: 0,
    persona_s: 3_600,
    edad_max_s: 300,
    ...changes,
  };
  const celsius = (temperatura: number, age_ms = 0): void => {
    const sensores = [{ pin: 15, temperatura, humedad: 50, ts: Date.now() - age_ms }];
    estados.set(probe, { placa_id: probe, online: 1, ts: null, pines: [], sensores });
  };
  return {
    empresa_id,
    fan,
    celsius,
    start: () =>
      automation.query(
        first,
        'INSERT INTO reglas_clima (empresa_id, nombre, activa, definicion) VALUES ($1, $2, 1, $3)',
        [empresa_id, 'Ventilación', JSON.stringify(definicion)],
      ),
  };
};

const ordersOf = (id: number): Order[] => orders.filter((order) => order.id === id);
const wait = (id: number, expected: Order['accion'][]) =>
  eventually(() => expect(ordersOf(id).map(({ accion }) => accion)).toEqual(expected));
/** Waits until what was ordered is stored too. */
const stored = (id: number) =>
  eventually(async () => {
    const rows = await automation.query(
      first,
      'SELECT FROM etapas_servicio WHERE switch_id = $1 AND renovar_en IS NOT NULL',
      [id],
    );
    expect(rows).toHaveLength(1);
  });
/** Waits until the company was evaluated this many times. */
const looked = async (empresa_id: number, times: number) => {
  for (let n = 0; n < times; n++) {
    const at = Date.now();
    await automation.query(first, 'UPDATE empresas SET clima_en = 0 WHERE id = $1', [empresa_id]);
    await eventually(async () => {
      const [row] = await automation.query<{ clima_en: string }>(first, 'SELECT clima_en FROM empresas WHERE id = $1', [
        empresa_id,
      ]);
      // Past the instance's lease: the evaluation is over.
      const left = Number(row?.clima_en) - Date.now();
      if (Number(row?.clima_en) < at || left > 10_000) throw new Error('not looked at yet');
    });
  }
};

describe('a rule whose sensor is on another board', () => {
  it.concurrent('turns its switch on for a while, once, by two instances, and off again', async () => {
    const { empresa_id, fan, celsius, start } = await greenhouse();
    celsius(29);
    await start();
    await wait(fan, ['on']);
    expect(ordersOf(fan)[0]?.duracion_s).toBe(900);
    // device-gateway refuses it if a person turned it off meanwhile.
    expect(ordersOf(fan)[0]?.no_apagado_desde).toBeLessThanOrEqual(Date.now() - 60_000);
    await looked(empresa_id, 3);
    expect(ordersOf(fan)).toHaveLength(1);
    celsius(25);
    await wait(fan, ['on', 'off']);
  });

  it.concurrent('renews what it turned on before its timer ends', async () => {
    const { empresa_id, fan, celsius, start } = await greenhouse();
    celsius(29);
    await start();
    await wait(fan, ['on']);
    await stored(fan);
    await automation.query(first, 'UPDATE etapas_servicio SET renovar_en = $2 WHERE switch_id = $1', [fan, Date.now()]);
    await looked(empresa_id, 1);
    await wait(fan, ['on', 'on']);
  });

  it.concurrent('treats a sensor with old data as silent', async () => {
    const { empresa_id, fan, celsius, start } = await greenhouse();
    celsius(35, 600_000);
    await start();
    await looked(empresa_id, 2);
    expect(ordersOf(fan)).toEqual([]);
  });

  it.concurrent('leaves the switch to a person’s order for the time set in the rule', async () => {
    const { empresa_id, fan, celsius, start } = await greenhouse({ persona_s: 3_600 });
    celsius(35);
    const order = (ts: number) =>
      automation.query(
        first,
        `INSERT INTO ordenes_de_personas VALUES ('switch', $1, $2, 'off', null, 7, $3, 1)
         ON CONFLICT (entidad, entidad_id) DO UPDATE SET ts = excluded.ts`,
        [fan, empresa_id, ts],
      );
    await order(Date.now());
    await start();
    await looked(empresa_id, 2);
    expect(ordersOf(fan)).toEqual([]);
    await order(Date.now() - 3_601_000);
    await wait(fan, ['on']);
  });

  it.concurrent('turns off what it turned on when it is deleted', async () => {
    const { empresa_id, fan, celsius, start } = await greenhouse();
    celsius(29);
    await start();
    await wait(fan, ['on']);
    await automation.query(first, 'DELETE FROM reglas_clima WHERE empresa_id = $1', [empresa_id]);
    await wait(fan, ['on', 'off']);
  });

  it.concurrent('does not repeat a refused command at every look', async () => {
    const { empresa_id, fan, celsius, start } = await greenhouse();
    refusals.set(fan, new AppError('switch_bloqueado'));
    celsius(29);
    await start();
    await wait(fan, ['on']);
    await looked(empresa_id, 3);
    expect(ordersOf(fan)).toHaveLength(1);
  });

  it.concurrent('tries once to turn a switch whose board is away, and again when the board is back', async () => {
    const { empresa_id, fan, celsius, start } = await greenhouse();
    const board = (online: 0 | 1, ts: number): void => {
      estados.set(fan, {
        placa_id: fan,
        online,
        ts: ts || null,
        pines: ts ? [{ pin: 4, estado: 0, ts }] : [],
        sensores: [],
      });
    };
    board(0, 0);
    celsius(29);
    await start();
    await wait(fan, ['on']);
    await stored(fan);
    celsius(25);
    await looked(empresa_id, 2);
    celsius(29);
    await automation.query(first, 'UPDATE etapas_servicio SET renovar_en = $2 WHERE switch_id = $1', [fan, Date.now()]);
    await looked(empresa_id, 2);
    expect(ordersOf(fan)).toHaveLength(1);
    board(1, Date.now());
    await wait(fan, ['on', 'on']);
  });

  it.concurrent('is turned on again at once when its board reports it off, as after a cut of power', async () => {
    const { fan, celsius, start } = await greenhouse();
    celsius(29);
    await start();
    await wait(fan, ['on']);
    await stored(fan);
    await automation.query(first, 'UPDATE etapas_servicio SET cambio_en = cambio_en - 60000 WHERE switch_id = $1', [
      fan,
    ]);
    const pines = [{ pin: 4, estado: 0 as const, ts: Date.now() - 30_000 }];
    estados.set(fan, { placa_id: fan, online: 1, ts: Date.now(), pines, sensores: [] });
    await wait(fan, ['on', 'on']);
  });

  it.concurrent('is turned off again, less and less often, while its OFF is refused', async () => {
    const { empresa_id, fan, celsius, start } = await greenhouse();
    celsius(29);
    await start();
    await wait(fan, ['on']);
    await stored(fan);
    refusals.set(fan, new AppError('servicio_no_disponible'));
    celsius(25);
    await wait(fan, ['on', 'off']);
    const pauseOf = async (failed: number): Promise<number> =>
      eventually(async () => {
        const [row] = await automation.query<{ renovar_en: string }>(
          first,
          'SELECT renovar_en FROM etapas_servicio WHERE switch_id = $1 AND apagados_fallidos = $2',
          [fan, failed],
        );
        if (!row) throw new Error('not yet refused so often');
        return Number(row.renovar_en) - Date.now();
      });
    await pauseOf(1);
    await automation.query(
      first,
      'UPDATE etapas_servicio SET renovar_en = 0, apagados_fallidos = 10 WHERE switch_id = $1',
      [fan],
    );
    const pause = await pauseOf(11);
    expect(pause).toBeGreaterThan(30_000);
    expect(pause).toBeLessThanOrEqual(60_000);
    const sent = ordersOf(fan).length;
    await looked(empresa_id, 2);
    expect(ordersOf(fan)).toHaveLength(sent);
    refusals.delete(fan);
    await automation.query(first, 'UPDATE etapas_servicio SET renovar_en = 0 WHERE switch_id = $1', [fan]);
    await eventually(() => expect(ordersOf(fan)).toHaveLength(sent + 1));
    expect(ordersOf(fan).at(-1)?.accion).toBe('off');
  });

  it.concurrent('tries a refused order once while the board is away', async () => {
    const { empresa_id, fan, celsius, start } = await greenhouse();
    estados.set(fan, { placa_id: fan, online: 0, ts: null, pines: [], sensores: [] });
    refusals.set(fan, new AppError('switch_enclavado'));
    celsius(29);
    await start();
    await wait(fan, ['on']);
    await stored(fan);
    await automation.query(first, 'UPDATE etapas_servicio SET renovar_en = $2 WHERE switch_id = $1', [fan, Date.now()]);
    await looked(empresa_id, 2);
    expect(ordersOf(fan)).toHaveLength(1);
  });
});

describe('a rule that follows a point', () => {
  /** A greenhouse whose fan obeys a point by a stage. */
  const byPoint = async (
    punto_id: number,
    levels: { enciende: number; apaga: number },
    cuando?: 'abajo',
  ): Promise<{ empresa_id: number; fan: number; start: () => Promise<void> }> => {
    const rule = { sensor_switch_id: undefined, valor: undefined, punto_id, ...(cuando && { cuando }) };
    const { empresa_id, fan, start } = await greenhouse(rule);
    const stage = { switch_id: fan, ...levels, si_calla: 'apagado' };
    return {
      empresa_id,
      fan,
      start: async () => {
        await start();
        await automation.query(
          first,
          `UPDATE reglas_clima SET definicion = jsonb_set(definicion, '{etapas,0}', $2) WHERE empresa_id = $1`,
          [empresa_id, JSON.stringify(stage)],
        );
        await looked(empresa_id, 1);
      },
    };
  };

  it.concurrent('turns on past its threshold and off behind it, and is silent with an old value or none', async () => {
    const { empresa_id, fan, start } = await byPoint(900, { enciende: 1_200, apaga: 900 });
    await start();
    told.set(900, { valor: 1_500, ts: Date.now() - 600_000 });
    await looked(empresa_id, 1);
    expect(ordersOf(fan)).toEqual([]);
    told.set(900, { valor: 1_500, ts: Date.now() });
    await wait(fan, ['on']);
    told.set(900, { valor: 1_000, ts: Date.now() });
    await looked(empresa_id, 2);
    expect(ordersOf(fan)).toHaveLength(1);
    told.set(900, { valor: 850, ts: Date.now() });
    await wait(fan, ['on', 'off']);
  });

  it.concurrent('fills a tank from its low level to its high one', async () => {
    const { empresa_id, fan: pump, start } = await byPoint(901, { enciende: 1, apaga: 2 }, 'abajo');
    const level = (valor: number): void => void told.set(901, { valor, ts: Date.now() });
    level(1.5);
    await start();
    expect(ordersOf(pump)).toEqual([]);
    level(0.9);
    await wait(pump, ['on']);
    level(1.8);
    await looked(empresa_id, 2);
    expect(ordersOf(pump)).toHaveLength(1);
    level(2.1);
    await wait(pump, ['on', 'off']);
  });
});
