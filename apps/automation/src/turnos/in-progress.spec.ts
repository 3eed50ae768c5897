import { eventually } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { Automation } from '../automation.fixture.js';

const MINUTE = 60_000;

describe('an edit of a program that runs', () => {
  let automation: Automation;
  let app: INestApplication;
  beforeAll(async () => {
    automation = await Automation.start({ 'device-gateway': { 'placas.agenda': async ({ rev }) => ({ rev }) } });
    app = await automation.instance();
  });
  afterAll(() => automation?.stop());
  const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => automation.query<T>(app, sql, params);

  it('leaves the running turn, and plans the next one for its true end, also after it has begun', async () => {
    const riego = Math.floor(Date.now() / MINUTE) * MINUTE - 2 * MINUTE;
    const definicion = (first_s: number) =>
      JSON.stringify({
        ...{ dias: { cada: 1, desde: '2026-01-01' }, inicios: [new Date(riego).toISOString().slice(11, 16)] },
        pasos: [first_s, 600, 600].map((duracion_s, n) => ({ switch_id: n + 1, duracion_s })),
        ...{ limite: { valvulas: 1 }, sin_conexion: 'regar' },
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
    const [{ id } = { id: 0 }] = await query<{ id: number }>('SELECT id FROM programas');
    await query(
      `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, placa_id, pin, riego, inicio, segundos, pedidos_s, via, con_enlace,
         tarde_s, estado, fijo, real_inicio, real_segundos)
       VALUES ($1, 1, $2, 1, 1, 1, $3, $3, 900, 900, 'placa', 0, 300, 'en_curso', true, $3, 0)`,
      [`${id}-${riego / 1_000}-s1`, id, riego],
    );
    await query(`INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (1, 'Rancho', 1, 'UTC')`);
    const ahead = async (): Promise<number[]> => {
      const rows = await query<{ inicio: string }>(
        `SELECT inicio FROM turnos WHERE riego = $1 AND estado = 'previsto' AND inicio > $2 ORDER BY inicio`,
        [riego, Date.now()],
      );
      return rows.map(({ inicio }) => (Number(inicio) - riego) / 1_000);
    };
    await eventually(async () => expect(await ahead()).toEqual([900, 1_500]));
    for (const first_s of [300, 1_200]) {
      await query('UPDATE programas SET definicion = $1', [definicion(first_s)]);
      await query('UPDATE empresas SET planear_en = 0');
      await eventually(async () => {
        const [planned] = await query<{ due: boolean }>('SELECT planear_en > 0 AS due FROM empresas');
        expect([planned?.due, await ahead()]).toEqual([true, [900, 1_500]]);
        const [agenda] = await query<{ at: number[] }>(
          `SELECT array(SELECT (run->>'at')::bigint FROM jsonb_array_elements(corridas) run LIMIT 3)::text[] AS at FROM agendas`,
        );
        expect(agenda?.at.map((at) => Number(at) - riego / 1_000)).toEqual([0, 900, 1_500]);
      });
    }
  });
});
