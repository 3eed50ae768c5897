import { Automation } from '../automation.fixture.js';
import { MeterService } from './meter.service.js';

const MINUTE = 60_000;

describe('what a turn cost', () => {
  let automation: Automation;
  const asked: number[] = [];
  let kwh: number | null = 1.25;

  beforeAll(async () => {
    automation = await Automation.start({
      'telemetry-history': {
        'energia.entre': async ({ dispositivo_id }) => {
          asked.push(dispositivo_id);
          return { kwh };
        },
      },
    });
  });
  afterAll(() => automation?.stop());

  it('is what its meter counted at the tariff of the company; unknown where none watches it', async () => {
    const app = await automation.instance();
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
});
