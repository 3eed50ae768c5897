import type { JobQueues } from '@acequia/bus';
import type { EventEnvelope } from '@acequia/contracts';
import { truncate } from '@acequia/testing';
import { PointOwnersHandlers } from '../../projections/point-owners.handlers.js';
import { silent, TestHistory } from '../../test/database.fixture.js';
import { monthOf } from '../partitions/month.js';
import { DeletionService } from './deletion.service.js';

const T = Date.UTC(2026, 5, 10, 12);

describe('values of points', () => {
  let history: TestHistory;
  const charged: number[] = [];
  beforeAll(async () => {
    history = await TestHistory.start();
  });
  afterAll(() => history.stop());
  beforeEach(async () => {
    charged.length = 0;
    await truncate((sql) => history.query(sql), 'valores, valores_15m, puntos, empresas');
    await history.query(`INSERT INTO empresas (id, nombre, zona_horaria) VALUES (1, 'Uno', 'UTC'), (2, 'Dos', 'UTC')`);
    for (const [id, empresa_id] of [
      [1, 1],
      [2, 2],
    ] as const)
      await history.dataSource.transaction((tx) => owners.saved(saved(id, empresa_id), tx));
  });

  const owners = new PointOwnersHandlers();
  const saved = (id: number, empresa_id: number) =>
    ({ data: { id, empresa_id, magnitud: 'volumen', nombre: 'Medidor' } }) as EventEnvelope<'punto.guardado'>;
  /** Records queued jobs without running them; the tests run their work directly. */
  const jobs = { add: async (_name: string, { empresa_id }: { empresa_id: number }) => charged.push(empresa_id) };
  const deletion = () => new DeletionService(history.dataSource, jobs as unknown as JobQueues, silent);
  const measure = async (...pairs: [punto_id: number, ts: number][]): Promise<void> => {
    await history.partitions().ensure(pairs.map(([, ts]) => monthOf(ts)));
    const valores = pairs.map(([punto_id, ts]) => ({ of: 1, punto_id, ts, valor: 7 }));
    await history.writer().save({ lecturas: [], estados: [], valores });
  };
  const remain = (tabla: string) => history.query(`SELECT punto_id FROM ${tabla} ORDER BY 1`);

  it('go with their company, those of a point deleted before too; those of others stay', async () => {
    await history.dataSource.transaction((tx) => owners.saved(saved(3, 1), tx));
    await measure([1, T], [2, T], [3, T]);
    const gone = { data: { id: 3, empresa_id: 1, placa_id: 1 } } as EventEnvelope<'punto.eliminado'>;
    await history.dataSource.transaction((tx) => owners.deleted(gone, tx));
    await history.query(`UPDATE empresas SET eliminada_en = now() WHERE id = 1`);
    await deletion().eraseEmpresa(1);
    expect(await remain('valores')).toEqual([{ punto_id: 2 }]);
    expect(await remain('valores_15m')).toEqual([{ punto_id: 2 }]);
  });

  it('that arrive after the end of their company are noticed, and those of a living company never', async () => {
    await history.query(`UPDATE empresas SET eliminada_en = now() WHERE id = 1`);
    await deletion().eraseEmpresa(1);
    await deletion().review();
    expect(charged).toEqual([]);
    await measure([1, T], [2, T]);
    await deletion().review();
    expect(charged).toEqual([1]);
    await deletion().eraseEmpresa(1);
    await deletion().eraseEmpresa(2);
    expect(await remain('valores')).toEqual([{ punto_id: 2 }]);
    await history.query(`UPDATE empresas SET eliminada_en = now() - interval '10 years' WHERE id = 1`);
    await deletion().review();
    expect(await history.query('SELECT id FROM puntos')).toEqual([{ id: 2 }]);
  });

  it('are dropped with their month when their retention is over, and not taken in again', async () => {
    const old = Date.UTC(2020, 0, 15);
    await measure([1, old], [1, Date.now()]);
    const partitions = history.partitions({ RETENTION_DAYS: 30, RETENTION_ROLLUP_DAYS: 30 });
    await partitions.keepUp();
    expect(await remain('valores')).toHaveLength(1);
    expect(await remain('valores_15m')).toHaveLength(1);
    expect(await partitions.ensure([monthOf(old)])).toEqual(new Set([monthOf(old)]));
  });
});
