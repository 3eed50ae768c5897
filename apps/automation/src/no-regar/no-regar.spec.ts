import type { Caller } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import { DataSource } from 'typeorm';
import { Automation } from '../automation.fixture.js';
import { NoRegarService } from './no-regar.service.js';

const caller: Caller = { tipo: 'persona', usuario_id: 7, rol: 'admin_global', empresa_id: null, sid: 's'.repeat(16) };

let automation: Automation;

beforeAll(async () => {
  automation = await Automation.start();
});
afterAll(() => automation?.stop());

describe('a «No regar»', () => {
  it('is pending until a plan knows it and the boards have taken that plan', async () => {
    const app = await automation.instance();
    const query = <T>(sql: string): Promise<T[]> => automation.query<T>(app, sql);
    const holds = app.get(NoRegarService);
    await query(`INSERT INTO placas VALUES (1, 1, 1, 'acequia', '', 0)`);
    await query(`INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (1, 'Rancho', 1, 'UTC')`);
    await query(
      `INSERT INTO agendas (placa_id, empresa_id, rev, enviada, hasta, corridas) VALUES (1, 1, 5, 5, 0, '[]')`,
    );
    await query(`INSERT INTO planes_de_placa (placa_id, puede, agenda_tomada) VALUES (1, '{agenda}', 5)`);
    const request = { empresa_id: 1, hasta: Date.now() + 3_600_000, motivo: 'Lluvia' };
    await app.get(DataSource).transaction(async (halt) => {
      // No plan can be made meanwhile.
      await halt.query('LOCK TABLE excepciones IN ACCESS EXCLUSIVE MODE');
      expect(await holds.crear(caller, request)).toMatchObject({ pendiente: 1 });
      expect(await holds.list(caller, 1)).toMatchObject([{ pendiente: 1 }]);
    });
    await eventually(async () => expect(await holds.list(caller, 1)).toMatchObject([{ pendiente: 0 }]));
  });

  it('is removed also while the planner marks it as planned', async () => {
    const app = await automation.instance();
    const holds = app.get(NoRegarService);
    await automation.query(app, `INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (2, 'Otro', 1, 'UTC')`);
    const { id } = await holds.crear(caller, { empresa_id: 2, hasta: Date.now() + 3_600_000, motivo: 'Lluvia' });
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query LIKE 'UPDATE empresas SET planear_en = 0%'`;
    const removed = await app.get(DataSource).transaction(async (plan) => {
      await plan.query('SELECT 1 FROM empresas WHERE id = 2 FOR UPDATE');
      const removal = holds.eliminar(caller, id).then(() => 'removed', String);
      await eventually(async () => expect(await automation.query(app, waiting)).not.toEqual([]));
      await plan.query('UPDATE no_regar SET planeado = true WHERE id = $1', [id]);
      return { removal };
    });
    expect(await removed.removal).toBe('removed');
    expect(await holds.list(caller, 2)).toEqual([]);
  });
});
