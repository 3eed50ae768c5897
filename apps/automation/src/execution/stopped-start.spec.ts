import type { Caller } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { Automation } from '../automation.fixture.js';
import { StopTurnService } from './stop-turn.service.js';

const MINUTE = 60_000;
const caller: Caller = { tipo: 'persona', usuario_id: 7, rol: 'admin_global', empresa_id: null, sid: 's'.repeat(16) };
const origin = { clave: null, ip: '10.0.0.7', navegador: 'Firefox' };

describe('a start that a person stopped', () => {
  let automation: Automation;
  let app: INestApplication;
  beforeAll(async () => {
    automation = await Automation.start({
      'auth-tenancy': { 'usuarios.nombre': async () => ({ nombre: 'Rosa' }) },
      'device-gateway': { 'placas.agenda': async ({ rev }) => ({ rev }) },
    });
    app = await automation.instance();
  });
  afterAll(() => automation?.stop());
  const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => automation.query<T>(app, sql, params);

  it('stays stopped when its program is changed afterwards', async () => {
    const riego = Math.floor(Date.now() / MINUTE) * MINUTE + 5 * MINUTE;
    const definicion = (first_s: number) =>
      JSON.stringify({
        dias: { cada: 1, desde: '2026-01-01' },
        inicios: [new Date(riego).toISOString().slice(11, 16)],
        pasos: [first_s, 600, 600].map((duracion_s, n) => ({ switch_id: n + 1, duracion_s })),
        sin_conexion: 'regar',
      });
    await query(`INSERT INTO placas VALUES (1, 1, 1, 'acequia', '', 0)`);
    await query(`INSERT INTO planes_de_placa (placa_id, puede) VALUES (1, '{agenda}')`);
    for (const id of [1, 2, 3])
      await query(
        `INSERT INTO switches (id, empresa_id, placa_id, nombre, tipo, hardware_pin, activo) VALUES ($1, 1, 1, 'V', 'selenoide', $1, 1)`,
        [id],
      );
    await query(
      `INSERT INTO programas (empresa_id, nombre, activo, pausado, version, definicion) VALUES (1, 'Huerta', 1, 0, 1, $1)`,
      [definicion(900)],
    );
    await query(`INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (1, 'Rancho', 1, 'UTC')`);
    const statesOf = async (start: number): Promise<string[]> => {
      const rows = await query<{ estado: string }>('SELECT estado FROM turnos WHERE riego = $1', [start]);
      return rows.map(({ estado }) => estado);
    };
    const tomorrow = riego + 1_440 * MINUTE;
    await eventually(async () => expect(await statesOf(riego)).toEqual(['previsto', 'previsto', 'previsto']));
    const [first] = await query<{ turno_id: string }>('SELECT turno_id FROM turnos WHERE riego = $1 LIMIT 1', [riego]);
    await app.get(StopTurnService).detener(caller, first?.turno_id ?? '', origin, true);
    expect(await statesOf(riego)).toEqual(['omitido', 'omitido', 'omitido']);

    await query('UPDATE programas SET definicion = $1', [definicion(300)]);
    await query('UPDATE empresas SET planear_en = 0');
    await eventually(async () => {
      const rows = await query<{ segundos: number }>(
        'SELECT segundos FROM turnos WHERE riego = $1 ORDER BY inicio LIMIT 1',
        [tomorrow],
      );
      expect(rows).toEqual([{ segundos: 300 }]);
    });
    expect(await statesOf(riego)).toEqual(['omitido', 'omitido', 'omitido']);
  });
});
