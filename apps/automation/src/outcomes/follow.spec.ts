import type { CallResponse } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { Automation } from '../automation.fixture.js';

type Estado = CallResponse<'estado.leer'>[number];

let automation: Automation;
let app: INestApplication;
const estados = new Map<number, Estado>();

beforeAll(async () => {
  automation = await Automation.start({
    'device-gateway': {
      'estado.leer': async ({ placas }) => placas.flatMap((placa_id) => estados.get(placa_id) ?? []),
    },
  });
  app = await automation.instance();
});
afterAll(() => automation?.stop());

const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => automation.query<T>(app, sql, params);

const TURNS = `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, placa_id, pin, riego, inicio, segundos, pedidos_s,
  via, con_enlace, tarde_s, estado)`;

describe('the turns of boards', () => {
  it('are followed behind many of boards that stay away', async () => {
    const now = Date.now();
    await query(
      `${TURNS} SELECT 'away-' || n, 1, 1, 1, 1, 4, $1::bigint, $1::bigint + n, 60, 60, 'placa', 0, 0, 'previsto'
       FROM generate_series(1, 5001) AS n`,
      [now - 86_400_000],
    );
    await query(`${TURNS} VALUES ('here', 1, 1, 2, 2, 4, $1, $1, 3600, 3600, 'placa', 0, 0, 'previsto')`, [now]);
    const on = { pin: 4, estado: 1 as const, ts: now + 1 };
    estados.set(2, { placa_id: 2, online: 1, ts: now, pines: [on], sensores: [] });
    await eventually(async () =>
      expect(await query(`SELECT estado FROM turnos WHERE turno_id = 'here'`)).toEqual([{ estado: 'en_curso' }]),
    );
  });
});

describe('a turn that a person lengthened before its start', () => {
  it('is skipped by a «No regar» nevertheless', async () => {
    const inicio = (Math.floor(Date.now() / 60_000) + 60) * 60_000;
    const definicion = {
      dias: { cada: 1, desde: '2020-01-01' },
      inicios: [new Date(inicio).toISOString().slice(11, 16)],
      pasos: [{ switch_id: 8, duracion_s: 600 }],
      sin_conexion: 'regar',
    };
    await query(`INSERT INTO programas (id, empresa_id, nombre, activo, definicion) VALUES (8, 8, 'Riego', 1, $1)`, [
      JSON.stringify(definicion),
    ]);
    await query(
      `INSERT INTO switches (id, empresa_id, placa_id, nombre, tipo, hardware_pin, activo) VALUES (8, 8, 8, 'Válvula', 'selenoide', 4, 1)`,
    );
    await query(`INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (8, 'Rancho', 1, 'UTC')`);
    const turn = () => query('SELECT estado, segundos FROM turnos WHERE turno_id = $1', [`8-${inicio / 1_000}-s8`]);
    await eventually(async () => expect(await turn()).toEqual([{ estado: 'previsto', segundos: 600 }]));
    await query('UPDATE turnos SET segundos = 900, fijo = true WHERE empresa_id = 8 AND inicio = $1', [inicio]);
    await query('UPDATE empresas SET planear_en = 0 WHERE id = 8');
    await eventually(async () =>
      expect(
        await query('SELECT 1 FROM empresas WHERE id = 8 AND planear_en > $1', [Date.now() + 60_000]),
      ).toHaveLength(1),
    );
    expect(await turn()).toEqual([{ estado: 'previsto', segundos: 900 }]);
    await query(`INSERT INTO no_regar (empresa_id, desde, hasta, motivo) VALUES (8, 0, $1, 'Lluvia')`, [inicio + 1]);
    await query('UPDATE empresas SET planear_en = 0 WHERE id = 8');
    await eventually(async () => expect(await turn()).toEqual([{ estado: 'omitido', segundos: 600 }]));
  });
});

describe('a due turn that its board may still start late', () => {
  it('keeps its place in the agenda but may not start once its program no longer wants it', async () => {
    const now = Date.now();
    await query(`INSERT INTO placas VALUES (7, 7, 7, 'acequia', '', 0)`);
    await query(
      `INSERT INTO switches (id, empresa_id, placa_id, nombre, tipo, hardware_pin, activo) VALUES (7, 7, 7, 'Válvula', 'selenoide', 4, 1)`,
    );
    await query(`${TURNS} VALUES ('late', 7, 1, 7, 7, 4, $1, $1, 7200, 7200, 'placa', 0, 14400, 'previsto')`, [
      now - 600_000,
    ]);
    await query(`INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (7, 'Rancho', 1, 'UTC')`);
    await eventually(async () => {
      const [agenda] = await query<{ corridas: { id: string; late_s: number }[] }>(
        'SELECT corridas FROM agendas WHERE placa_id = 7',
      );
      expect(agenda?.corridas).toEqual([expect.objectContaining({ id: 'late' })]);
      expect(agenda?.corridas[0]?.late_s).toBeLessThan(14_400);
    });
  });
});
