import { TestHistory } from '../../test/database.fixture.js';
import { startOf, monthOf } from './month.js';

const NOW = Date.UTC(2026, 10, 15);
const MES = monthOf(NOW);
const ENV = { RETENTION_DAYS: 60, RETENTION_ROLLUP_DAYS: 36_500 };

describe('the monthly partitions', () => {
  let history: TestHistory;

  beforeEach(async () => void (history = await TestHistory.start()));
  afterEach(() => history.stop());

  const months = async (tabla: string): Promise<string[]> =>
    (
      await history.query<{ particion: string }>(
        `SELECT replace(inhrelid::regclass::text, $1 || '_', '') AS particion FROM pg_inherits
          WHERE inhparent = $1::regclass ORDER BY 1`,
        [tabla],
      )
    ).map(({ particion }) => particion);
  /** Creates many months at once, as in an installation that has run for years. */
  const sinceJanuary = () => history.partitions().ensure(Array.from({ length: 11 }, (_, i) => MES - i));

  it('of this month and the two to come are there before they are needed, at every level', async () => {
    await history.partitions(ENV).keepUp(NOW);
    for (const tabla of ['lecturas', 'estados', 'lecturas_15m', 'transiciones']) {
      expect(await months(tabla)).toEqual(['2026_11', '2026_12', '2027_01']);
    }
  });

  it('are made once, however many instances need them at the same time', async () => {
    await Promise.all(Array.from({ length: 4 }, () => history.partitions().ensure([MES, MES + 1])));
    expect(await months('lecturas')).toEqual(['2026_11', '2026_12']);
  });

  it('whose time is over are dropped, each level by its own limit, and a month that is half over stays whole', async () => {
    await sinceJanuary();
    await history.partitions(ENV).keepUp(NOW);
    // 60 days before November 15th is September 16th.
    expect((await months('lecturas'))[0]).toBe('2026_09');
    expect((await months('estados'))[0]).toBe('2026_09');
    expect((await months('lecturas_15m'))[0]).toBe('2026_01');
  });

  it('that were dropped are not made again for a late sample, neither here nor by an instance that keeps more', async () => {
    await sinceJanuary();
    await history.partitions(ENV).keepUp(NOW);
    for (const env of [ENV, undefined]) {
      expect(await history.partitions(env).ensure([MES - 4, MES], NOW)).toEqual(new Set([MES - 4]));
    }
    expect((await months('lecturas'))[0]).toBe('2026_09');
  });

  it('that somebody reads are left for the next time, and nobody waits for it', async () => {
    await sinceJanuary();
    const reader = history.dataSource.createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT FROM lecturas WHERE ts < $1', [new Date(startOf(MES - 9))]);
    await history.partitions(ENV).keepUp(NOW);
    expect((await months('lecturas'))[0]).toBe('2026_01');
    await reader.rollbackTransaction();
    await reader.release();
    await history.partitions(ENV).keepUp(NOW);
    expect((await months('lecturas'))[0]).toBe('2026_09');
  });
});
