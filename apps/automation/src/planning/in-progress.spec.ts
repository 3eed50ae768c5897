import { eventually } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { Automation } from '../automation.fixture.js';

const MINUTE = 60_000;
const PUMP = 9;

interface Run {
  n: number;
  from: number;
  to: number;
}
type Steps = [n: number, duracion_s: number][];

describe('an edit of a program that runs', () => {
  let automation: Automation;
  let app: INestApplication;
  let empresa_id = 0;
  let programa_id = 0;
  let riego = 0;
  beforeAll(async () => {
    automation = await Automation.start({ 'device-gateway': { 'placas.agenda': async ({ rev }) => ({ rev }) } });
    app = await automation.instance();
  });
  afterAll(() => automation?.stop());
  const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => automation.query<T>(app, sql, params);
  const idOf = (n: number): number => empresa_id * 10 + n;

  const definicion = (steps: Steps, more: object = {}): string =>
    JSON.stringify({
      dias: { cada: 1, desde: '2026-01-01' },
      inicios: [new Date(riego).toISOString().slice(11, 16)],
      pasos: steps.map(([n, duracion_s]) => ({ switch_id: idOf(n), duracion_s })),
      limite: { valvulas: 1 },
      sin_conexion: 'regar',
      ...more,
    });
  const planned = async (): Promise<void> =>
    eventually(async () => {
      const sql = 'SELECT planear_en > 0 AND fallos = 0 AS planned FROM empresas WHERE id = $1';
      expect(await query(sql, [empresa_id])).toEqual([{ planned: true }]);
    });
  /** A company whose first turn runs, two minutes after the program's start. */
  const begin = async (steps: Steps, { more = {}, start = -2, pump = false } = {}): Promise<void> => {
    empresa_id += 1;
    riego = (Math.floor(Date.now() / MINUTE) + start) * MINUTE;
    await query(`INSERT INTO placas VALUES ($1, $1, $1, 'acequia', '', 0)`, [empresa_id]);
    await query(`INSERT INTO planes_de_placa (placa_id, puede) VALUES ($1, '{agenda,handover}')`, [empresa_id]);
    for (const n of [1, 2, 3, 4, PUMP])
      await query(
        `INSERT INTO switches (id, empresa_id, placa_id, nombre, tipo, hardware_pin, activo) VALUES ($1, $2, $2, 'V', 'selenoide', $3, 1)`,
        [idOf(n), empresa_id, n],
      );
    if (pump)
      await query(
        `INSERT INTO enclavamientos (id, empresa_id, nombre, tipo, switches, bomba_id, retardo_encendido_s, retardo_apagado_s)
         VALUES ($1, $1, 'Pozo', 'requiere', $2, $3, 0, 5)`,
        [empresa_id, [1, 2, 3, 4].map(idOf), idOf(PUMP)],
      );
    const [row] = await query<{ id: number }>(
      `INSERT INTO programas (empresa_id, nombre, activo, pausado, version, definicion) VALUES ($1, 'Huerta', 1, 0, 1, $2) RETURNING id`,
      [empresa_id, definicion(steps, more)],
    );
    programa_id = row?.id ?? 0;
  };
  const stored = async (n: number, from_s: number, segundos: number, real_s: number | null = null): Promise<void> => {
    await query(
      `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, placa_id, pin, riego, inicio, segundos, pedidos_s, via, con_enlace,
         tarde_s, estado, fijo, real_inicio, real_segundos)
       VALUES ($1, $2, $3, $4, $2, $5, $6, $7, $8, $8, 'placa', 0, 300, $9, true, $7, $10)`,
      [
        ...[`${programa_id}-${riego / 1_000 + from_s}-s${idOf(n)}`, empresa_id, programa_id, idOf(n), n, riego],
        ...[riego + from_s * 1_000, segundos, real_s === null ? 'en_curso' : 'parcial', real_s ?? 0],
      ],
    );
  };
  const goOn = async (): Promise<void> => {
    await query(`INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES ($1, 'Rancho', 1, 'UTC')`, [
      empresa_id,
    ]);
    await planned();
  };
  const edit = async (steps: Steps, more: object = {}): Promise<void> => {
    await query(
      `WITH edited AS (UPDATE programas SET definicion = $1 WHERE empresa_id = $2) UPDATE empresas SET planear_en = 0 WHERE id = $2`,
      [definicion(steps, more), empresa_id],
    );
    await planned();
  };
  /** The runs of this start as they truly are, in seconds from it. */
  const runs = async (): Promise<Run[]> => {
    const rows = await query<{ switch_id: number; from: string; secs: number }>(
      `SELECT switch_id, coalesce(real_inicio, inicio) AS from,
         CASE WHEN estado = 'parcial' THEN real_segundos ELSE segundos END AS secs
       FROM turnos WHERE empresa_id = $1 AND riego = $2 ORDER BY inicio, switch_id`,
      [empresa_id, riego],
    );
    return rows.map(({ switch_id, from, secs }) => {
      const since = (Number(from) - riego) / 1_000;
      return { n: switch_id - idOf(0), from: since, to: since + secs };
    });
  };
  const valves = async (): Promise<Run[]> => (await runs()).filter(({ n }) => n !== PUMP);
  const inAgenda = async (): Promise<number[]> => {
    const [agenda] = await query<{ at: string[] }>(
      `SELECT array(SELECT run->>'at' FROM jsonb_array_elements(corridas) run WHERE (run->>'at')::bigint < $2) AS at FROM agendas
       WHERE empresa_id = $1`,
      [empresa_id, riego / 1_000 + 86_400],
    );
    return agenda?.at.map((at) => Number(at) - riego / 1_000) ?? [];
  };

  it('leaves the running turn, and plans the next for its true end, also when it is saved again', async () => {
    await begin([
      [1, 900],
      [2, 600],
      [3, 600],
    ]);
    await stored(1, 0, 900);
    await goOn();
    const whole = [
      { n: 1, from: 0, to: 900 },
      { n: 2, from: 900, to: 1_500 },
      { n: 3, from: 1_500, to: 2_100 },
    ];
    expect(await valves()).toEqual(whole);
    for (const first_s of [300, 1_200]) {
      await edit([
        [1, first_s],
        [2, 600],
        [3, 600],
      ]);
      expect(await valves()).toEqual(whole);
      expect(await inAgenda()).toEqual([0, 900, 1_500]);
    }
  });

  it('lets the running turn of a removed step end, with what was added after it, and its pump for all of them', async () => {
    await begin(
      [
        [1, 900],
        [2, 600],
      ],
      { pump: true },
    );
    await stored(1, 0, 900);
    await stored(PUMP, 0, 900);
    await goOn();
    await edit([
      [3, 60],
      [2, 300],
    ]);
    await edit([
      [3, 60],
      [2, 600],
    ]);
    expect(await runs()).toEqual([
      { n: 1, from: 0, to: 900 },
      { n: PUMP, from: 0, to: 900 },
      { n: 3, from: 900, to: 960 },
      { n: PUMP, from: 900, to: 960 },
      { n: 2, from: 960, to: 1_560 },
      { n: PUMP, from: 960, to: 1_555 },
    ]);
  });

  it('counts from the true end of what has ended, and does not make up for what a pause left out', async () => {
    await begin(
      [
        [1, 60],
        [2, 60],
        [3, 1_200],
        [4, 600],
      ],
      { start: -10 },
    );
    await stored(1, 0, 60, 40);
    await stored(3, 120, 1_200);
    await goOn();
    await edit([
      [1, 60],
      [2, 60],
      [3, 300],
      [4, 600],
    ]);
    expect(await valves()).toEqual([
      { n: 1, from: 0, to: 40 },
      { n: 3, from: 120, to: 1_320 },
      { n: 4, from: 1_320, to: 1_920 },
    ]);
  });

  it('keeps the rest of a valve in a start of more than two days', async () => {
    const remojo = { max_s: 7_200, pausa_s: 3_600 };
    const cycle = (n: number): number => n * 10_800;
    await begin([[1, 250_000]], { start: -60 * 60, more: { remojo, limite: undefined } });
    for (let n = 0; n < 20; n += 1) await stored(1, cycle(n), 7_200, 7_200);
    await stored(1, cycle(20), 7_200);
    await goOn();
    await edit([[1, 250_000]], { remojo: { max_s: 7_000, pausa_s: 3_600 } });
    const ahead = (await valves()).filter(({ from }) => from > cycle(20));
    expect(ahead[0]).toEqual({ n: 1, from: cycle(21), to: cycle(21) + 7_000 });
    expect(ahead[1]?.from).toBe(cycle(21) + 10_600);
  });
});
