import type { ProgramaTryOut, SkipCondition } from '@acequia/contracts';
import { type ForecastHour, OpenMeteo } from '@acequia/simulators';
import { clockAt, eventually, zoneAt } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { Automation } from '../automation.fixture.js';
import { PreviewService } from '../programas/preview.service.js';
import type { StoredMotivos } from '../storage/motivo.js';
import { motivoText } from '../storage/textos-motivos.js';
import { ForecastService } from './forecast.service.js';

const HOUR_MS = 3_600_000;
const PERSON = { tipo: 'persona', usuario_id: 1, rol: 'admin_global', empresa_id: null, sid: 's' } as const;
const CALM: ForecastHour = { mm: 0, celsius: 18, kmh: 5 };

/** With a day left to wait in, and without. */
const [MORNING, NIGHT] = [zoneAt(8), zoneAt(22)];

let automation: Automation;
let app: INestApplication;
const server = new OpenMeteo();

beforeAll(async () => {
  await server.start();
  server.key = 'secret';
  automation = await Automation.start({
    'device-gateway': {
      'switches.encender_lote': async ({ ordenes }) => ordenes.map(() => null),
      'placas.agenda': async ({ rev }) => ({ rev }),
    },
  });
  app = await automation.instance({ FORECAST_API_URL: server.url, FORECAST_API_KEY: 'secret' });
});
afterAll(async () => {
  await automation?.stop();
  await server.stop();
});
beforeEach(() => {
  server.isAway = false;
  server.hourOf = () => CALM;
  server.asked.length = 0;
});

const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => automation.query<T>(app, sql, params);
const service = () => app.get(ForecastService);

let companies = 0;
/** Of its own place. */
const company = async ({ placed = true, zona = MORNING } = {}): Promise<number> => {
  companies += 1;
  await query(
    `INSERT INTO empresas (id, nombre, activa, zona_horaria, latitud, longitud, planear_en) VALUES ($1, 'Rancho', 1, $4, $2, $2, $3)`,
    [companies, placed ? companies : null, Date.now() + HOUR_MS, zona],
  );
  return companies;
};

describe('a forecast', () => {
  it('is asked for once an hour for a place, and counts for six hours', async () => {
    const id = await company();
    const now = Date.now();
    await Promise.all([service().of(id, now), service().of(id, now)]);
    expect((await service().of(id, now + HOUR_MS - 1))?.horas[0]).toMatchObject({ mm: 0, celsius: 18, kmh: 5 });
    expect(server.asked.map((one) => [one.get('latitude'), one.get('apikey')])).toEqual([[String(id), 'secret']]);
    server.isAway = true;
    expect(await service().of(id, now + HOUR_MS)).toMatchObject({ ts: now });
    await service().of(id, now + HOUR_MS + 1);
    expect(server.asked).toHaveLength(2);
    expect(await service().of(id, now + 6 * HOUR_MS)).toBeNull();
  });

  it('is asked for by the place alone, not by where exactly the company is', async () => {
    const id = await company();
    await query('UPDATE empresas SET latitud = 20.123456, longitud = -100.987654 WHERE id = $1', [id]);
    await service().of(id);
    expect(server.asked.map((one) => [one.get('latitude'), one.get('longitude')])).toEqual([['20.12', '-100.99']]);
  });

  it('is there for no company without a place, nor when the server refuses', async () => {
    expect(await service().of(await company({ placed: false }))).toBeNull();
    expect(server.asked).toEqual([]);
    server.key = 'another';
    expect(await service().of(await company())).toBeNull();
    server.key = 'secret';
  });
});

const program = (id: number, omitir: SkipCondition[], inicio: number, zona = MORNING): ProgramaTryOut => ({
  empresa_id: id,
  nombre: 'Riego',
  activo: 1,
  dias: { cada: 1, desde: '2020-01-01' },
  inicios: [clockAt(zona, inicio)],
  pasos: [
    { switch_id: id, duracion_s: 600 },
    { switch_id: id + 1_000, duracion_s: 600 },
  ],
  omitir,
  sin_conexion: 'regar',
  tarde_max_min: 240,
});

/** Company with two valves, which are due in less than a minute. */
const due = async (
  omitir: SkipCondition[],
  { moved, zona }: { moved?: { por: string; pronostico: boolean }; zona?: string } = {},
): Promise<{ id: number; inicio: number }> => {
  const id = await company({ zona });
  const inicio = Math.floor(Date.now() / 60_000) * 60_000;
  await query(`INSERT INTO placas VALUES ($1, $1, $1, 'tasmota', '', 0)`, [id]);
  for (const [switch_id, pin] of [
    [id, 4],
    [id + 1_000, 5],
  ])
    await query(
      `INSERT INTO switches (id, empresa_id, placa_id, nombre, tipo, hardware_pin, activo) VALUES ($1, $2, $2, 'V', 'selenoide', $3, 1)`,
      [switch_id, id, pin],
    );
  const { empresa_id: _, nombre, activo, ...definicion } = program(id, omitir, inicio, zona);
  await query(
    `INSERT INTO programas (id, empresa_id, nombre, activo, definicion) OVERRIDING SYSTEM VALUE VALUES ($1, $1, $2, $3, $4)`,
    [id, nombre, activo, JSON.stringify(definicion)],
  );
  const turns = [
    [id, inicio],
    [id + 1_000, inicio + 600_000],
  ] as const;
  for (const [switch_id, at] of turns)
    await query(
      `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, placa_id, pin, riego, inicio, segundos, pedidos_s, via,
         con_enlace, tarde_s, estado)
       VALUES ($1, $2, $2, $3, $2, 4, $4, $5, 600, 600, 'servicio', 0, 14400, 'previsto')`,
      [`${id}-${at / 1_000}-s${switch_id}`, id, switch_id, inicio, at],
    );
  if (moved)
    await query(
      `INSERT INTO excepciones (turno_id, empresa_id, programa_id, inicio, segundos, por, pronostico)
       SELECT turno_id, empresa_id, programa_id, inicio, segundos, $2, $3 FROM turnos WHERE empresa_id = $1`,
      [id, moved.por, moved.pronostico],
    );
  await query('UPDATE empresas SET planear_en = 0 WHERE id = $1', [id]);
  return { id, inicio };
};
const turnsOf = async (id: number, day: number) => {
  const rows = await query<{ estado: string; inicio: string; decidido: boolean } & StoredMotivos>(
    'SELECT estado, inicio, decidido, motivo, motivos FROM turnos WHERE empresa_id = $1 AND riego = $2 ORDER BY inicio',
    [id, day],
  );
  return rows.map((row) => ({ ...row, inicio: Number(row.inicio), motivo: motivoText(row, MORNING) }));
};

describe('a condition on a forecast', () => {
  it('skips a turn by rain to come, and names whose forecast it is', async () => {
    server.hourOf = () => ({ ...CALM, mm: 0.5 });
    const { id, inicio } = await due([{ tipo: 'pronostico_lluvia', valor: 4 }]);
    await eventually(async () =>
      expect((await turnsOf(id, inicio))[0]).toMatchObject({
        estado: 'omitido',
        motivo: 'Se omitió: el pronóstico da 12 mm de lluvia en 24 h (Open-Meteo)',
      }),
    );
  });

  it('shortens a turn by frost until the morning', async () => {
    server.hourOf = () => ({ ...CALM, celsius: -1.5 });
    const { id, inicio } = await due([{ tipo: 'pronostico_helada', valor: 0, reducir_a: 50 }]);
    await eventually(async () =>
      expect((await turnsOf(id, inicio))[0]?.motivo).toBe(
        'Se redujo a 50 %: el pronóstico da -1.5 °C hasta la mañana (Open-Meteo)',
      ),
    );
  });

  it('leaves turns as planned without a forecast', async () => {
    server.isAway = true;
    const { id, inicio } = await due([{ tipo: 'pronostico_lluvia', valor: 4 }]);
    await eventually(async () =>
      expect((await turnsOf(id, inicio))[0]).toMatchObject({ decidido: true, motivo: null }),
    );
  });

  it('waits until the wind is over with all of a start', async () => {
    const calmFrom = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 3 * HOUR_MS;
    server.hourOf = (ts) => ({ ...CALM, kmh: ts * 1_000 < calmFrom ? 40 : 5 });
    const { id, inicio } = await due([{ tipo: 'pronostico_viento', valor: 25 }]);
    await eventually(async () => {
      const [first, second] = await turnsOf(id, inicio);
      expect(first?.inicio).toBeGreaterThanOrEqual(calmFrom);
      expect(first?.inicio).toBeLessThan(calmFrom + HOUR_MS);
      expect(second!.inicio - first!.inicio).toBe(600_000);
      expect(first?.motivo).toMatch(/^Lo cambió el pronóstico de viento de 40 km\/h \(Open-Meteo\) solo este día: /);
    });
  });

  it.each([
    ['it is windy all day', MORNING, 24],
    ['the wind is over after midnight', NIGHT, 3],
  ])('waters at its hour where %s', async (_when, zona, hours) => {
    const calmFrom = Date.now() + hours * HOUR_MS;
    server.hourOf = (ts) => ({ ...CALM, kmh: ts * 1_000 < calmFrom ? 40 : 5 });
    const { id, inicio } = await due([{ tipo: 'pronostico_viento', valor: 25 }], { zona });
    await eventually(async () =>
      expect((await turnsOf(id, inicio))[0]).toMatchObject({
        inicio,
        motivo: 'Regó a su hora con viento de 40 km/h: el pronóstico no daba calma (Open-Meteo)',
      }),
    );
  });

  it('delays again what it delayed before, and leaves what a person moved, whatever their name', async () => {
    server.hourOf = () => ({ ...CALM, kmh: 40 });
    const windy = [{ tipo: 'pronostico_viento', valor: 25 } as const];
    const por = 'el pronóstico de viento de 40 km/h (Open-Meteo)';
    const own = await due(windy, { moved: { por, pronostico: true } });
    const person = await due(windy, { moved: { por, pronostico: false } });
    await eventually(async () => {
      const [[first], [other]] = [await turnsOf(own.id, own.inicio), await turnsOf(person.id, person.inicio)];
      expect([first?.decidido, other?.decidido]).toEqual([true, true]);
      expect(first?.motivo).toContain('no daba calma');
      expect(other?.motivo ?? '').not.toContain('no daba calma');
    });
  });

  it('shows in the preview what it would do with today’s value', async () => {
    server.hourOf = () => ({ ...CALM, mm: 0.05 });
    const { id, inicio } = await due([]);
    const preview = (omitir: SkipCondition[]) =>
      app.get(PreviewService).of(PERSON, { ...program(id, omitir, inicio + HOUR_MS), id });
    expect(await preview([{ tipo: 'pronostico_lluvia', valor: 4 }])).toMatchObject({
      condiciones: ['Se omitiría si el pronóstico da 4 mm de lluvia o más en 24 h: ahora da 1.2 mm.'],
      pronostico: { fuente: 'Open-Meteo' },
    });
    await query('UPDATE empresas SET latitud = NULL WHERE id = $1', [id]);
    await expect(preview([{ tipo: 'pronostico_lluvia', valor: 4 }])).rejects.toMatchObject({
      codigo: 'datos_invalidos',
      detalles: [{ campo: 'body.omitir.0.tipo' }],
    });
  });
});
