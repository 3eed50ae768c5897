import type { Writer } from '../../ingest/writer.js';
import { monthOf } from '../../maintenance/partitions/month.js';
import { TestHistory } from '../../test/database.fixture.js';
import { PuntosRepository } from './puntos.repository.js';
import { PuntosService } from './puntos.service.js';

const MINUTE = 60_000;
const T = Date.UTC(2026, 5, 10, 12);
const NOTHING = { valor: null, entre: null, de: null, a: null };

describe('what a counter grew between two instants', () => {
  let history: TestHistory;
  let writer: Writer;
  let puntos: PuntosService;
  let id = 0;

  beforeAll(async () => {
    history = await TestHistory.start();
    await history.partitions().ensure([monthOf(T)]);
    writer = history.writer();
    puntos = new PuntosService(new PuntosRepository(history.dataSource));
  });
  afterAll(() => history.stop());
  beforeEach(async () => {
    id += 1;
    await history.query(`INSERT INTO puntos (id, empresa_id, magnitud) VALUES ($1, 1, 'volumen')`, [id]);
  });

  /** Litres of the meter by minutes since T, as a board tells them, in this order. */
  const told = async (...values: [minute: number, litres: number | null][]): Promise<void> => {
    for (const [minute, valor] of values)
      await writer.save({
        lecturas: [],
        estados: [],
        valores: [{ of: 1, punto_id: id, ts: T + minute * MINUTE, valor }],
      });
  };
  const between = (from: number, to: number) => puntos.between(id, T + from * MINUTE, T + to * MINUTE);
  const answer = (valor: number, entre: number, de: number, a: number) => ({
    valor,
    entre,
    de: T + de * MINUTE,
    a: T + a * MINUTE,
  });

  it('is the difference of its totals, whatever order they came in', async () => {
    await told([12, 3_000], [0, 1_000], [20, 3_000], [5, 1_900], [10, 3_000], [2, 1_300], [-4, 1_000]);
    expect(await between(0, 10)).toEqual(answer(2, 2, 0, 10));
  });

  it('is asked before other values come: which are stored, at exactly these times', async () => {
    await told([0, 1_000], [1, null]);
    const keys = [T + MINUTE, T + 1, T, T - 90 * 86_400_000].map((ts): [number, number] => [id, ts]);
    const stored = await puntos.stored([...keys, [id + 1, T]]);
    expect(stored.sort((a, b) => a.i - b.i)).toEqual([
      { i: 0, valor: null },
      { i: 2, valor: 1_000 },
    ]);
    expect(await puntos.stored([])).toEqual([]);
  });

  it('is told whole, and as the part that an even growth gives, where no value stands at its ends', async () => {
    await told([0, 1_000], [2, 1_200], [10, 2_000], [12, 2_200], [20, 2_200]);
    expect(await between(1, 11)).toEqual(answer(1, 1.2, 0, 12));
  });

  it('is told up to the last value where that is asked for, as the present has none after it', async () => {
    await told([-30, 1_000], [0, 1_000], [20, 3_000], [29, 3_400]);
    const upToLast = (from: number, to: number) => puntos.between(id, T + from * MINUTE, T + to * MINUTE, true);
    expect(await between(-30, 30)).toEqual(NOTHING);
    expect(await upToLast(-30, 30)).toEqual(answer(2.4, 2.4, -30, 29));
    expect(await upToLast(30, 60)).toEqual(NOTHING);
  });

  it('loses nothing in a gap, nor by a sensor that gives no value', async () => {
    await told([0, 1_000], [1, 1_100], [4, null], [55, 5_900], [60, 6_000], [61, 6_000]);
    expect(await between(0, 60)).toEqual(answer(5, 5, 0, 60));
  });

  it('leaves out values that were misread', async () => {
    await told(
      [0, 100_000],
      [1, 100_100],
      [2, 0],
      [3, 100_300],
      [4, 9_000_000],
      [5, 100_500],
      [6, 100_500],
      [7, 100_500],
    );
    expect(await between(0, 5)).toEqual(answer(0.5, 0.5, 0, 5));
  });

  it('is unknown where the counter began anew in between, and known before and after', async () => {
    await told([0, 90_000], [10, 91_000], [20, 91_500], [30, 100], [40, 200], [50, 300], [60, 400]);
    expect(await between(20, 30)).toEqual(NOTHING);
    expect(await between(0, 40)).toEqual(NOTHING);
    expect(await between(0, 20)).toEqual(answer(1.5, 1.5, 0, 20));
    expect(await between(30, 60)).toEqual(answer(0.3, 0.3, 30, 60));
  });

  it('is unknown until values enclose both instants, and as long as they are hours away', async () => {
    await told([0, 1_000], [9, 1_500]);
    expect(await between(0, 10)).toEqual(NOTHING);
    await told([11, 1_600]);
    expect(await between(0, 10)).toEqual(answer(0.55, 0.6, 0, 11));
    await told([400, 9_000]);
    expect(await between(20, 30)).toEqual(NOTHING);
  });

  it('is nothing for a point that is no counter, is deleted or was never there', async () => {
    await told([0, 1_000], [10, 2_000]);
    await history.query(`UPDATE puntos SET magnitud = 'caudal' WHERE id = $1`, [id]);
    expect(await between(0, 10)).toEqual(NOTHING);
    await history.query(`UPDATE puntos SET magnitud = 'volumen', eliminado = true WHERE id = $1`, [id]);
    expect(await between(0, 10)).toEqual(NOTHING);
    expect(await puntos.between(999, T, T + MINUTE)).toEqual(NOTHING);
  });
});
