import type { Caller, Rol } from '@acequia/contracts';
import type { INestApplication } from '@nestjs/common';
import { truncate } from '@acequia/testing';
import { Automation } from '../automation.fixture.js';
import { RecoveryService } from './recovery.service.js';

const personOf = (rol: Rol, empresa_id: number | null): Caller => ({
  tipo: 'persona',
  usuario_id: 7,
  rol,
  empresa_id,
  sid: 's'.repeat(16),
});
const admin = personOf('admin_empresa', 1);
const MINUTE = 60_000;
const [VALVE, PUMP] = [1, 5];

let automation: Automation;
let app: INestApplication;
const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => automation.query<T>(app, sql, params);

beforeAll(async () => {
  automation = await Automation.start({ 'auth-tenancy': { 'usuarios.nombre': async () => ({ nombre: 'Rosa' }) } });
  app = await automation.instance();
  await query(
    `INSERT INTO empresas (id, nombre, activa, zona_horaria, planear_en) VALUES (1, 'Rancho', 1, 'UTC', $1)`,
    [Date.now() + 86_400_000],
  );
  await query(`INSERT INTO placas VALUES (1, 1, 1, 'acequia', 'Norte', 0)`);
  for (const id of [VALVE, PUMP])
    await query(
      `INSERT INTO switches (id, empresa_id, placa_id, nombre, zona, tipo, hardware_pin, activo)
       VALUES ($1, 1, 1, 'S', 'Z', 'selenoide', $1, 1)`,
      [id],
    );
  await query(
    `INSERT INTO enclavamientos (id, empresa_id, nombre, tipo, switches, bomba_id, retardo_encendido_s, retardo_apagado_s)
     VALUES (1, 1, 'Pozo', 'requiere', $1, $2, 0, 0)`,
    [[VALVE], PUMP],
  );
  // It plans nothing by itself.
  const definicion = {
    dias: { cada: 1, desde: '2099-01-01' },
    inicios: ['05:00'],
    pasos: [{ switch_id: VALVE, duracion_s: 1_200 }],
  };
  await query(
    `INSERT INTO programas (id, empresa_id, nombre, activo, pausado, version, definicion) VALUES (1, 1, 'Huerta', 1, 0, 1, $1)`,
    [JSON.stringify(definicion)],
  );
});
afterAll(() => automation?.stop());
beforeEach(() => truncate(query, 'turnos, acciones'));

/** A turn of an hour ago. */
const ended = async (switch_id: number, estado: string, real_segundos: number | null): Promise<string> => {
  const inicio = Math.floor(Date.now() / 1_000) * 1_000 - 60 * MINUTE;
  const turno_id = `1-${inicio / 1_000}-s${switch_id}`;
  await query(
    `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, placa_id, pin, riego, inicio, segundos, pedidos_s, via,
       con_enlace, tarde_s, estado, real_inicio, real_segundos, causa)
     VALUES ($1, 1, 1, $2, 1, $2, $3, $3, 1200, 1200, 'placa', 0, 60, $4, $3, $5, 'corriente')`,
    [turno_id, switch_id, inicio, estado, real_segundos],
  );
  return turno_id;
};
const recovery = () => app.get(RecoveryService);
const planned = () =>
  query<{ switch_id: number; segundos: number; manual: number; recupera: string }>(
    'SELECT switch_id, segundos, manual, recupera FROM turnos WHERE recupera IS NOT NULL ORDER BY switch_id',
  );

describe('recuperar', () => {
  it('shows what is missing and when, then plans it once, with its pump, as the recovery of that turn', async () => {
    const turno_id = await ended(VALVE, 'parcial', 500);
    const before = Date.now();
    const shown = await recovery().preview(admin, turno_id);
    expect(shown.falta_s).toBe(700);
    expect(shown.turnos.map(({ switch_id, segundos }) => [switch_id, segundos])).toEqual([
      [VALVE, 700],
      [PUMP, 700],
    ]);
    expect(shown.turnos[0]!.inicio).toBeGreaterThan(before);
    expect(await planned()).toEqual([]);

    const turno = await recovery().recuperar(admin, turno_id, null);
    expect(turno).toMatchObject({ switch_id: VALVE, segundos: 700, estado: 'previsto', recupera: turno_id, manual: 1 });
    expect(await planned()).toEqual([
      { switch_id: VALVE, segundos: 700, manual: 1, recupera: turno_id },
      { switch_id: PUMP, segundos: 700, manual: 1, recupera: turno_id },
    ]);
    const again = { codigo: 'no_recuperable', texto: 'Este turno ya se recupera.' };
    await expect(recovery().recuperar(admin, turno_id, null)).rejects.toMatchObject(again);
    await expect(recovery().preview(admin, turno_id)).rejects.toMatchObject(again);
  });

  it('plans one of two at the same time, and answers a repeated request alike', async () => {
    const turno_id = await ended(VALVE, 'perdido', null);
    const two = await Promise.allSettled([1, 2].map(() => recovery().recuperar(admin, turno_id, null)));
    expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await planned()).toHaveLength(2);

    await truncate(query, 'turnos, acciones');
    const other = await ended(VALVE, 'perdido', null);
    const first = await recovery().recuperar(admin, other, 'clave-1');
    expect(await recovery().recuperar(admin, other, 'clave-1')).toEqual(first);
  });

  it('does not plan a pump alone, nor what its program is no longer to water', async () => {
    const pump = await ended(PUMP, 'perdido', null);
    await expect(recovery().recuperar(admin, pump, null)).rejects.toMatchObject({ codigo: 'no_recuperable' });
    const valve = await ended(VALVE, 'perdido', null);
    await query('UPDATE programas SET pausado = 1');
    try {
      await expect(recovery().recuperar(admin, valve, null)).rejects.toMatchObject({
        texto: 'Su programa se eliminó o no está activo.',
      });
    } finally {
      await query('UPDATE programas SET pausado = 0');
    }
  });

  it('is nobody’s in another company', async () => {
    const turno_id = await ended(VALVE, 'perdido', null);
    const stranger = personOf('admin_empresa', 2);
    await expect(recovery().preview(stranger, turno_id)).rejects.toMatchObject({ codigo: 'no_encontrado' });
    await expect(recovery().recuperar(stranger, turno_id, null)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });
});
