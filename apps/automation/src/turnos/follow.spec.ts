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
