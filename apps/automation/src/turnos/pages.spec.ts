import type { Caller } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import { Automation } from '../automation.fixture.js';
import { ProgramasService } from '../programas/programas.service.js';
import { TurnosService } from './turnos.service.js';

const caller: Caller = { tipo: 'persona', usuario_id: 7, rol: 'admin_global', empresa_id: null, sid: 's'.repeat(16) };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let automation: Automation;

beforeAll(async () => {
  automation = await Automation.start();
});
afterAll(() => automation?.stop());

const text = (at: number): string => new Date(at).toISOString();

it('turns of 62 days come in pages that together are the whole: stored ones, then those that are only calculated', async () => {
  const app = await automation.instance();
  await automation.query(
    app,
    `INSERT INTO switches (id, empresa_id, placa_id, nombre, tipo, hardware_pin, activo)
     VALUES (1, 1, 1, 'Uno', 'selenoide', 4, 1), (2, 1, 1, 'Dos', 'selenoide', 5, 1)`,
  );
  await automation.query(app, `INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (1, 'Rancho', 1, 'UTC')`);
  // None of them begins while the test runs.
  const inicios = [5, 11, 17].map((hours) => text(Date.now() + hours * HOUR_MS).slice(11, 16));
  await app.get(ProgramasService).crear(caller, {
    empresa_id: 1,
    nombre: 'Norte',
    activo: 1,
    dias: { cada: 1, desde: '2026-01-01' },
    inicios,
    pasos: [1, 2].map((switch_id) => ({ switch_id, duracion_s: 600, junto_con_anterior: switch_id === 2 ? 1 : 0 })),
    sin_conexion: 'regar',
  });
  await eventually(async () => {
    const [row] = await automation.query<{ n: number }>(app, 'SELECT count(*)::int AS n FROM turnos');
    expect(row?.n).toBeGreaterThanOrEqual(20);
  });
  const turnos = app.get(TurnosService);
  const range = {
    empresa_id: 1,
    desde: text(Date.now()).slice(0, 10),
    hasta: text(Date.now() + 61 * DAY_MS).slice(0, 10),
  };
  const whole = (await turnos.list(caller, range)).map(({ turno_id }) => turno_id);
  expect(whole.length).toBeGreaterThan(350);
  const pages: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await turnos.list(caller, { ...range, limit: 101, cursor });
    pages.push(...page.map(({ turno_id }) => turno_id));
    const last = page.at(-1);
    if (page.length < 101 || !last) break;
    cursor = `${last.inicio}.${last.turno_id}`;
  }
  expect(pages).toEqual(whole);
});
