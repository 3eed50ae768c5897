import type { JobQueues } from '@acequia/bus';
import { MEASUREMENT_FIELDS } from '@acequia/contracts';
import { truncate } from '@acequia/testing';
import { DeletionService } from './deletion.service.js';
import { monthOf } from '../partitions/month.js';
import { silent, TestHistory } from '../../test/database.fixture.js';
import { TenuresService } from '../../projections/tenures.service.js';

const T = Date.UTC(2026, 5, 10, 12);
const HORA = 3_600_000;

describe('meter samples', () => {
  let history: TestHistory;
  const charged: number[] = [];
  beforeAll(async () => {
    history = await TestHistory.start();
  });
  afterAll(() => history.stop());
  beforeEach(async () => {
    charged.length = 0;
    await truncate((sql) => history.query(sql), 'mediciones, mediciones_15m, dispositivos, tenencias, empresas');
    await history.query(`INSERT INTO empresas (id, nombre, zona_horaria) VALUES (1, 'Uno', 'UTC'), (2, 'Dos', 'UTC')`);
  });

  const tenencias = new TenuresService();
  /** Records queued jobs without running them; the tests run their work directly. */
  const jobs = { add: async (_name: string, { empresa_id }: { empresa_id: number }) => charged.push(empresa_id) };
  const deletion = () => new DeletionService(history.dataSource, jobs as unknown as JobQueues, silent);
  const alta = (id: number, empresa_id: number, at = 0) =>
    history.dataSource.transaction((tx) => tenencias.save(tx, { id, empresa_id, nombre: 'M' }, at));
  const measure = async (...pares: [id: number, ts: number][]): Promise<void> => {
    await history.partitions().ensure(pares.map(([, ts]) => monthOf(ts)));
    const mediciones = pares.map(([dispositivo_id, ts]) => ({
      dispositivo_id,
      ts,
      values: MEASUREMENT_FIELDS.map(() => 1),
    }));
    await history.writer().save({ lecturas: [], estados: [], mediciones });
  };
  const remain = (tabla: string) =>
    history.query<{ dispositivo_id: number; ts: Date }>(`SELECT dispositivo_id, ts FROM ${tabla} ORDER BY 1, 2`);

  it('of a deleted company go, those of before a move too; those of others stay', async () => {
    await alta(1, 1);
    await alta(2, 2);
    await alta(3, 1);
    await alta(3, 2, T + HORA);
    await measure([1, T], [2, T], [3, T], [3, T + 2 * HORA]);
    await history.query(`UPDATE empresas SET eliminada_en = now() WHERE id = 1`);
    await deletion().eraseEmpresa(1);
    const rests = [
      { dispositivo_id: 2, ts: new Date(T) },
      { dispositivo_id: 3, ts: new Date(T + 2 * HORA) },
    ];
    expect(await remain('mediciones')).toEqual(rests);
    expect(await remain('mediciones_15m')).toEqual(rests);
    expect(await history.query('SELECT id FROM dispositivos ORDER BY 1')).toEqual([{ id: 2 }, { id: 3 }]);
  });

  it('that arrive after the end of their company are noticed, and those of a living company never', async () => {
    await alta(1, 1);
    await history.query(`UPDATE empresas SET eliminada_en = now() WHERE id = 1`);
    await deletion().eraseEmpresa(1);
    await deletion().review();
    expect(charged).toEqual([]);
    await measure([1, T]);
    await deletion().review();
    expect(charged).toEqual([1]);
    await deletion().eraseEmpresa(1);
    expect(await remain('mediciones')).toEqual([]);

    await alta(2, 2);
    await measure([2, T]);
    await deletion().eraseEmpresa(2);
    expect(await remain('mediciones')).toHaveLength(1);
  });

  it('are dropped with their month when their retention is over, and not taken in again', async () => {
    await alta(1, 1);
    const old = Date.UTC(2020, 0, 15);
    await measure([1, old], [1, Date.now()]);
    const partitions = history.partitions({ RETENTION_DAYS: 30, RETENTION_ROLLUP_DAYS: 30 });
    await partitions.keepUp();
    expect(await remain('mediciones')).toHaveLength(1);
    expect(await remain('mediciones_15m')).toHaveLength(1);
    expect(await partitions.ensure([monthOf(old)])).toEqual(new Set([monthOf(old)]));
  });
});
