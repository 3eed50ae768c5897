import { DIAS_TARIFA, sistema } from '@acequia/contracts';
import { Automation } from '../automation.fixture.js';
import { ExpectedEnergy } from './expected-energy.js';
import { MeterService } from './meter.service.js';
import { litersOf } from '../storage/liters.js';
import { MonthService } from './month.service.js';

const MINUTE = 60_000;
const rule = (periodo: string, desde: number, hasta: number) => ({ periodo, dias: DIAS_TARIFA, desde, hasta });
/** Base at 1 until 18:00, then Punta at 2. */
const TWO_PRICES = {
  versiones: [
    {
      desde: '2024-01-01',
      periodos: ['Base', 'Punta'].map((nombre, i) => ({ nombre, precio: 1 + i })),
      reglas: [rule('Base', 0, 18), rule('Punta', 18, 24)],
      festivos: [],
    },
  ],
};

describe('what a turn cost', () => {
  let automation: Automation;
  const asked: number[] = [];
  /** Of the meter of a company with two prices. */
  const cuts: number[][] = [];
  let kwh: number | null = 1.25;

  beforeAll(async () => {
    automation = await Automation.start({
      'telemetry-history': {
        'energia.entre': async ({ dispositivo_id, cortes = [] }) => {
          asked.push(dispositivo_id);
          if (dispositivo_id === 10) cuts.push(cortes);
          return cortes.length === 0 ? { kwh } : { kwh, partes: [0.5, 1] };
        },
      },
    });
  });
  afterAll(() => automation?.stop());

  it('is what its meter counted at the tariff of the company; unknown where none watches it', async () => {
    const app = await automation.instanceByHand();
    const now = Date.now();
    const began = now - 30 * MINUTE;
    await automation.query(
      app,
      `INSERT INTO empresas (id, nombre, activa, zona_horaria, tarifa_kwh) VALUES (1, 'Rancho', 1, 'UTC', 2.5)`,
    );
    await automation.query(
      app,
      `INSERT INTO dispositivos (id, empresa_id, nombre, tipo, activo, suspendido, vigila_switch_id)
       VALUES (9, 1, 'Centinela', 'shelly_pro3m', 1, 0, 1)`,
    );
    for (const switch_id of [1, 2])
      await automation.query(
        app,
        `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, riego, inicio, segundos, pedidos_s, via, con_enlace,
           tarde_s, estado, real_inicio, real_segundos) VALUES ($1, 1, 1, $2, $3, $3, 600, 600, 'placa', 0, 0, 'cumplido', $3, 600)`,
        [`1-1-s${switch_id}`, switch_id, began],
      );
    const costs = () => automation.query(app, 'SELECT kwh, costo, medido FROM turnos ORDER BY switch_id');
    kwh = null;
    await app.get(MeterService).look(now);
    expect(await costs()).toEqual([
      { kwh: null, costo: null, medido: false },
      { kwh: null, costo: null, medido: true },
    ]);
    kwh = 1.25;
    await app.get(MeterService).look(now);
    expect((await costs())[0]).toEqual({ kwh: 1.25, costo: 3.13, medido: true });
    expect(new Set(asked)).toEqual(new Set([9]));
  });

  it('is by period where the prices change during the turn, and the account adds the periods up', async () => {
    const app = await automation.instanceByHand();
    // 17:50 to 18:10 in a zone without summer time.
    const began = Date.UTC(2024, 9, 3, 23, 50);
    await automation.query(
      app,
      `INSERT INTO empresas (id, nombre, activa, zona_horaria, tarifas) VALUES (2, 'Dos', 1, 'America/Mexico_City', $1)`,
      [JSON.stringify(TWO_PRICES)],
    );
    await automation.query(
      app,
      `INSERT INTO dispositivos (id, empresa_id, nombre, tipo, activo, suspendido, vigila_switch_id)
       VALUES (10, 2, 'Centinela', 'shelly_pro3m', 1, 0, 20)`,
    );
    for (const after of [0, 3_600_000])
      await automation.query(
        app,
        `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, riego, inicio, segundos, pedidos_s, via, con_enlace,
           tarde_s, estado, real_inicio, real_segundos)
         VALUES ($1, 2, 1, 20, $2, $2, 1200, 1200, 'placa', 0, 0, 'cumplido', $2, 1200)`,
        [`2-${after}-s20`, began + after],
      );
    kwh = 1.5;
    await app.get(MeterService).look(began + 4 * 3_600_000);
    expect(cuts).toEqual([[began + 10 * MINUTE], []]);
    const { filas, total } = await app.get(MonthService).month(sistema('alerts'), { empresa_id: 2, mes: '2024-10' });
    const periodos = [
      { periodo: 'Base', precio: 1, kwh: 0.5, costo: 0.5 },
      { periodo: 'Punta', precio: 2, kwh: 2.5, costo: 5 },
    ];
    expect(filas).toMatchObject([{ kwh: 3, costo: 5.5, periodos }]);
    expect(total).toMatchObject({ kwh: 3, costo: 5.5, periodos });
  });

  it('is foretold by the mean power of earlier turns and the prices of its hours; not where no meter told', async () => {
    const app = await automation.instanceByHand();
    await automation.query(
      app,
      `INSERT INTO empresas (id, nombre, activa, zona_horaria, tarifas) VALUES (6, 'Seis', 1, 'UTC', $1), (7, 'Siete', 1, 'UTC', NULL)`,
      [JSON.stringify(TWO_PRICES)],
    );
    const now = Date.UTC(2024, 9, 3);
    const earlier = [
      { switch_id: 60, empresa_id: 6, seconds: 1_200, kwh: 1 },
      { switch_id: 60, empresa_id: 6, seconds: 2_400, kwh: 5 },
      { switch_id: 61, empresa_id: 6, seconds: 2_400, kwh: null },
      { switch_id: 70, empresa_id: 7, seconds: 3_600, kwh: 2 },
    ];
    for (const [n, one] of earlier.entries())
      await automation.query(
        app,
        `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, riego, inicio, segundos, pedidos_s, via, con_enlace, tarde_s,
           estado, real_segundos, kwh) VALUES ($1, $2, 1, $3, $4, $4, $5, $5, 'placa', 0, 0, 'cumplido', $5, $6)`,
        [`6-${n}-s${one.switch_id}`, one.empresa_id, one.switch_id, now - n * 3_600_000, one.seconds, one.kwh],
      );
    // 17:30 to 19:00.
    const turn = (switch_id: number) => ({
      turno_id: `0-1-s${switch_id}`,
      switch_id,
      dispositivo_id: null,
      inicio: Date.UTC(2024, 9, 4, 17, 30),
      segundos: 5_400,
      volumen_m3: null,
      hasta_humedad: null,
      via: 'placa' as const,
    });
    const energy = app.get(ExpectedEnergy);
    expect(await energy.of(6, [turn(60), turn(61)], [], now)).toEqual({
      switch_ids: [60],
      kwh: 9,
      costo: 15,
      periodos: [
        { periodo: 'Base', precio: 1, kwh: 3, costo: 3 },
        { periodo: 'Punta', precio: 2, kwh: 6, costo: 12 },
      ],
    });
    expect(await energy.of(7, [turn(70)], [], now)).toEqual({ switch_ids: [70], kwh: 3, costo: null, periodos: null });
    expect(await energy.of(6, [turn(61)], [], now)).toBeNull();
    // 6 kW, and twice that where as much runs from 18:40 on: 5 of its 15 minutes.
    const limited = structuredClone(TWO_PRICES);
    Object.assign(limited.versiones[0]!.periodos[1]!, { demanda_kw: 7.5 });
    await automation.query(app, 'UPDATE empresas SET tarifas = $1 WHERE id = 6', [JSON.stringify(limited)]);
    const since = Date.UTC(2024, 9, 4, 18, 40);
    const beside = { kw: 6, desde: since, hasta: since + 300_000 };
    expect((await energy.of(6, [turn(60)], [beside], now))?.demanda).toEqual([
      { periodo: 'Punta', inicio: Date.UTC(2024, 9, 4, 18, 30), kw: 8, limite_kw: 7.5 },
    ]);
    expect(await energy.of(6, [turn(60)], [{ ...beside, hasta: since + 200_000 }], now)).not.toHaveProperty('demanda');
    expect([...(await energy.powersHeld(6, [60, 61], now)).keys()]).toEqual([60]);
    expect((await energy.powersHeld(7, [70], now)).size).toBe(0);
  });

  it('is added up by valve for the account of its month, with the litres of each turn', async () => {
    const app = await automation.instanceByHand();
    const began = Date.now() - MINUTE;
    await automation.query(app, `INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (5, 'Vega', 1, 'UTC')`);
    await automation.query(
      app,
      `INSERT INTO switches (id, empresa_id, placa_id, nombre, zona, tipo, hardware_pin, activo)
       VALUES (51, 5, 5, 'Válvula', 'Norte', 'selenoide', 4, 1)`,
    );
    const turn = { real_segundos: 600, bomba_cuenta: 1, con_bomba_s: null, caudal_m3h: 6.1 };
    const turns = [
      { estado: 'cumplido', ...turn, kwh: 0.1 },
      { estado: 'parcial', ...turn, bomba_cuenta: 2, con_bomba_s: 77, kwh: 0.2 },
      { estado: 'omitido', ...turn, real_segundos: 0, kwh: null },
      { estado: 'en_curso', ...turn, real_segundos: 540, kwh: null },
      { estado: 'en_curso', ...turn, real_segundos: null, kwh: null },
    ];
    for (const [n, one] of turns.entries())
      await automation.query(
        app,
        `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, riego, inicio, segundos, pedidos_s, via, con_enlace, tarde_s,
           estado, real_segundos, bomba_cuenta, con_bomba_s, caudal_m3h, kwh)
         VALUES ($1, 5, 1, 51, $2, $2, 1500, 1500, 'placa', 0, 0, $3, $4, $5, $6, $7, $8)`,
        [
          `5-${n}-s51`,
          began,
          one.estado,
          one.real_segundos,
          one.bomba_cuenta,
          one.con_bomba_s,
          one.caudal_m3h,
          one.kwh,
        ],
      );
    const { filas, total } = await app.get(MonthService).month(sistema('automation'), {
      empresa_id: 5,
      mes: new Date(began).toISOString().slice(0, 7),
    });
    const litros = turns.reduce((sum, one) => sum + (litersOf(one) ?? 0), 0);
    const sums = {
      turnos: 5,
      cumplidos: 1,
      parciales: 1,
      omitidos: 1,
      perdidos: 0,
      reales_s: 1_740,
      litros,
      costo: null,
    };
    expect(filas).toEqual([
      {
        switch_id: 51,
        dispositivo_id: null,
        nombre: 'Válvula',
        sector: 'Norte',
        ...sums,
        previstos_s: 5_040,
        kwh: 0.3,
        m3_previstos: 12.708,
        m3_medidos: null,
        sin_medir: 3,
        m3_sin_medir: 2.062,
        periodos: [],
      },
    ]);
    expect(total).toMatchObject(sums);
  });
});
