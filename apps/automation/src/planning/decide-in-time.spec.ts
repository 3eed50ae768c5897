import type { CallRequest, CallResponse, SkipCondition } from '@acequia/contracts';
import { clockAt, eventually, zoneAt } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { Automation } from '../automation.fixture.js';
import type { StoredMotivos } from '../storage/motivo.js';
import { motivoText } from '../storage/textos-motivos.js';

type Estado = CallResponse<'estado.leer'>[number];

/** With hours left of the day to wait in. */
const ZONA = zoneAt(8);

let automation: Automation;
let app: INestApplication;
const estados = new Map<number, Estado>();
/** Sensors answer only after this. */
let answered: Promise<void> | undefined;
/** How old the soil's last moisture is, ms. */
let soilAge = 0;
/** What the rain gauge is asked, and answers. */
const summed: CallRequest<'puntos.entre'>[] = [];
let rain: CallResponse<'puntos.entre'> = { valor: null, entre: null, de: null, a: null };
/** Boards whose sensors were asked for. */
const asked = new Set<number>();

beforeAll(async () => {
  automation = await Automation.start({
    'device-gateway': {
      'estado.leer': async ({ placas }) => {
        for (const placa_id of placas) asked.add(placa_id);
        await answered;
        return placas.flatMap((placa_id) => estados.get(placa_id) ?? []);
      },
      'puntos.ultimos': async ({ puntos }) =>
        puntos.map((punto_id) => ({ punto_id, valor: 28, ts: Date.now() - soilAge, online: null })),
      'switches.encender_lote': async ({ ordenes }) => ordenes.map(() => null),
      'placas.agenda': async ({ rev }) => ({ rev }),
    },
    'telemetry-history': {
      'puntos.entre': async (request) => {
        summed.push(request);
        return rain;
      },
    },
  });
  app = await automation.instance();
});
afterAll(() => automation?.stop());

const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => automation.query<T>(app, sql, params);

/** A company whose program leaves a turn out in a frost, at 1 °C. Company, board, switch and program share their id. */
const frost = async (
  id: number,
  dialecto: 'acequia' | 'tasmota',
  inicio: number,
  omitir: readonly SkipCondition[] = [{ tipo: 'helada', switch_id: id, valor: 2 }],
): Promise<void> => {
  estados.set(id, {
    placa_id: id,
    online: 1,
    ts: Date.now(),
    pines: [],
    sensores: [{ pin: 15, temperatura: 1, humedad: 50, ts: Date.now() }],
  });
  const definicion = {
    dias: { cada: 1, desde: '2020-01-01' },
    inicios: [clockAt(ZONA, inicio)],
    pasos: [{ switch_id: id, duracion_s: 3_600 }],
    omitir,
    sin_conexion: 'regar',
    tarde_max_min: 60,
  };
  await query(`INSERT INTO placas VALUES ($1, $1, $1, $2, '', 0)`, [id, dialecto]);
  await query(`INSERT INTO planes_de_placa (placa_id, puede) VALUES ($1, '{agenda}')`, [id]);
  await query(
    `INSERT INTO switches (id, empresa_id, placa_id, nombre, tipo, hardware_pin, sensor_pin, activo)
     VALUES ($1, $1, $1, 'Válvula', 'selenoide', 4, 15, 1)`,
    [id],
  );
  await query(
    `INSERT INTO programas (id, empresa_id, nombre, activo, definicion) OVERRIDING SYSTEM VALUE VALUES ($1, $1, 'Riego', 1, $2)`,
    [id, JSON.stringify(definicion)],
  );
};
const plan = (id: number): Promise<unknown> =>
  query(`INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES ($1, 'Rancho', 1, $2)`, [id, ZONA]);

/** The turn of today, as planning left it before its start. */
const planned = (id: number, inicio: number, via: 'placa' | 'servicio'): Promise<unknown> =>
  query(
    `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, placa_id, pin, riego, inicio, segundos, pedidos_s, via,
       con_enlace, tarde_s, estado)
     VALUES ($1, $2, $2, $2, $2, 4, $3, $3, 3600, 3600, $4, 0, 3600, 'previsto')`,
    [`${id}-${inicio / 1_000}-s${id}`, id, inicio, via],
  );

const MINUTE_MS = 60_000;
const minutesAgo = (n: number): number => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - n * MINUTE_MS;

const turnOf = async (id: number): Promise<{ estado: string; motivo: string | null } | undefined> => {
  const [turno] = await query<{ estado: string } & StoredMotivos>(
    'SELECT estado, motivo, motivos FROM turnos WHERE empresa_id = $1 AND inicio <= $2',
    [id, Date.now() + MINUTE_MS],
  );
  return turno && { estado: turno.estado, motivo: motivoText(turno, ZONA) };
};

describe('a turn whose conditions were not checked before its start', () => {
  it('is decided before the service starts it late', async () => {
    const inicio = minutesAgo(1);
    await frost(1, 'tasmota', inicio);
    await planned(1, inicio, 'servicio');
    await plan(1);
    await eventually(async () =>
      expect(await turnOf(1)).toEqual({
        estado: 'omitido',
        motivo: 'Riesgo de helada: temperatura de 1 °C en «Válvula»',
      }),
    );
  });

  it('says so when its board began without them', async () => {
    const inicio = minutesAgo(1);
    await frost(2, 'acequia', inicio);
    await planned(2, inicio, 'placa');
    await plan(2);
    const motivo = 'Empezó sin comprobar sus condiciones';
    await eventually(async () => expect(await turnOf(2)).toMatchObject({ motivo }));
  });

  it('does not keep its company locked while its sensors are read', async () => {
    let answer = (): void => undefined;
    answered = new Promise((resolve) => (answer = resolve));
    const inicio = minutesAgo(1);
    await frost(3, 'tasmota', inicio);
    await planned(3, inicio, 'servicio');
    await plan(3);
    await eventually(() => expect(asked.has(3)).toBe(true));
    expect(await query('SELECT 1 FROM empresas WHERE id = 3 FOR UPDATE NOWAIT')).toHaveLength(1);
    answer();
    answered = undefined;
    await eventually(async () => expect(await turnOf(3)).toMatchObject({ estado: 'omitido' }));
  });
});

describe('a condition on a point', () => {
  const HOUR = 3_600_000;
  const point = (id: number, magnitud: string, nombre: string): Promise<unknown> =>
    query(`INSERT INTO puntos (id, empresa_id, magnitud, mide, nombre) VALUES ($1, $1, $2, '{}', $3)`, [
      id,
      magnitud,
      nombre,
    ]);
  const decided = async (id: number, omitir: readonly SkipCondition[]) => {
    const inicio = minutesAgo(1);
    await frost(id, 'tasmota', inicio, omitir);
    await planned(id, inicio, 'servicio');
    await plan(id);
    await eventually(async () =>
      expect((await query('SELECT 1 FROM turnos WHERE empresa_id = $1 AND decidido', [id])).length).toBe(1),
    );
    return turnOf(id);
  };
  const soil = (id: number): SkipCondition[] => [{ tipo: 'punto_mayor', punto_id: id, valor: 28 }];

  it('leaves a turn out by its last value, from its limit on', async () => {
    await point(4, 'humedad_suelo', 'Sector 2');
    expect(await decided(4, soil(4))).toEqual({
      estado: 'omitido',
      motivo: 'Se omitió: humedad del suelo de 28 % en «Sector 2»',
    });
  });

  it('leaves it as planned by an old value, and by a point that is gone', async () => {
    soilAge = 16 * 60_000;
    await point(5, 'humedad_suelo', 'Sector 2');
    for (const [id, punto_id] of [
      [5, 5],
      [6, 99],
    ] as const)
      expect((await decided(id, soil(punto_id)))?.motivo ?? null).toBeNull();
  });

  it('sums what a counter grew in its hours, up to its last value', async () => {
    await point(7, 'lluvia', 'Pluviómetro');
    rain = { valor: 6.2, entre: 6.2, de: Date.now() - 24 * HOUR, a: Date.now() - 5_000 };
    const condition: SkipCondition = { tipo: 'punto_mayor', punto_id: 7, valor: 4, horas: 24 };
    expect(await decided(7, [condition])).toEqual({
      estado: 'omitido',
      motivo: 'Se omitió: lluvia en 24 h de 6.2 mm en «Pluviómetro»',
    });
    expect(summed.at(-1)).toMatchObject({ punto_id: 7, hasta_ultimo: true });
    const { desde = 0, hasta = 0 } = summed.at(-1) ?? {};
    expect(hasta - desde).toBe(24 * HOUR);
    rain = { ...rain, a: Date.now() - HOUR };
    await point(8, 'lluvia', 'Pluviómetro');
    expect((await decided(8, [{ ...condition, punto_id: 8 }]))?.motivo ?? null).toBeNull();
  });

  it('delays a start by an hour while it has rained, and leaves it out when it cannot wait any longer', async () => {
    rain = { valor: 6.2, entre: 6.2, de: Date.now() - 24 * HOUR, a: Date.now() - 5_000 };
    const wet = (id: number): SkipCondition => ({ tipo: 'punto_mayor', punto_id: id, valor: 4, horas: 3, retrasar: 1 });
    const inicio = minutesAgo(1);
    await point(9, 'lluvia', 'Pluviómetro');
    await frost(9, 'tasmota', inicio, [wet(9)]);
    await planned(9, inicio, 'servicio');
    await plan(9);
    await eventually(async () => {
      const [turno] = await query<{ estado: string; inicio: string } & StoredMotivos>(
        'SELECT estado, inicio, motivo, motivos FROM turnos WHERE empresa_id = 9 AND riego = $1',
        [inicio],
      );
      expect(turno?.estado).toBe('previsto');
      expect(Number(turno!.inicio) - inicio).toBe(HOUR);
      expect(motivoText(turno!, ZONA)).toMatch(/^Lo cambió lo medido \(lluvia: 6\.2 mm en 3 h\) solo este día: /);
    });
    // Its window is over before an hour is.
    await point(10, 'lluvia', 'Pluviómetro');
    await frost(10, 'tasmota', inicio, [wet(10)]);
    await query(`UPDATE programas SET definicion = definicion || $2::jsonb WHERE empresa_id = $1`, [
      10,
      JSON.stringify({ ventana: { desde: clockAt(ZONA, inicio - HOUR), hasta: clockAt(ZONA, inicio + HOUR) } }),
    ]);
    await planned(10, inicio, 'servicio');
    await plan(10);
    await eventually(async () =>
      expect(await turnOf(10)).toEqual({
        estado: 'omitido',
        motivo: 'Se omitió: lluvia en 3 h de 6.2 mm en «Pluviómetro»',
      }),
    );
  });
});
