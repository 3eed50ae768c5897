import { ExportPace } from './export-pace.js';

const MORSEL = 256 * 1024;
const PIECE = 4 * 1024 * 1024;

/** Simulates a machine: `busy` is its cores' busy share at each look, `rows` the rows stored between two looks. */
function machine({ busy, rows }: { busy: number; rows: number }): ExportPace {
  let [looks, stored] = [0, 0];
  return new ExportPace(
    () => (stored += rows),
    () => ({ busy: 500 * busy * ++looks, all: 500 * looks }),
  );
}

describe('the pace of a long file', () => {
  it('begins with a morsel, so that its first bytes come soon', () => {
    expect(machine({ busy: 0, rows: 0 }).piece).toBe(MORSEL);
  });

  it.each([
    ['an idle machine', { busy: 0.1, rows: 0 }, PIECE],
    ['boards that leave the machine time', { busy: 0.5, rows: 4_000 }, PIECE],
    ['boards that leave it none', { busy: 0.95, rows: 4_000 }, MORSEL],
    ['a machine that something else keeps busy', { busy: 0.95, rows: 10 }, PIECE],
  ])('beside %s', async (_name, load, expected) => {
    const pace = machine(load);
    await pace.after(MORSEL);
    expect(pace.piece).toBe(expected);
  });

  it('rests only once a morsel is full', async () => {
    const pace = machine({ busy: 0.1, rows: 0 });
    await pace.after(MORSEL / 2);
    expect(pace.piece).toBe(MORSEL);
    await pace.after(MORSEL / 2);
    expect(pace.piece).toBe(PIECE);
  });
});
