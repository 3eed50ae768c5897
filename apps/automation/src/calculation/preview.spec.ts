import { farm, FROM, programa } from './calculation.fixture.js';
import { previewOf } from './preview.js';

const MINUTE_MS = 60_000;
/** Of a UTC day from FROM on. */
const AT_FIVE = FROM + 5 * 60 * MINUTE_MS;

const together = (powers: [number, number][]) => {
  const other = (id: number, inicio: string) => {
    const { id: _, ...definicion } = programa({ inicios: [inicio], pasos: [{ switch_id: id + 1, duracion_s: 600 }] });
    return { id, definicion } as never;
  };
  const others = [other(2, '05:10'), other(3, '05:20'), other(4, '07:00'), other(5, '05:00')];
  const request = { others, farm, powers: new Map(powers), desde: FROM, hasta: FROM + 24 * 60 * MINUTE_MS };
  return previewOf({ ...request, programa: programa() }).juntos;
};

describe('what others take together in the quarters of an hour in which a program runs', () => {
  it('is one sum for each quarter, of the switches whose power is known', () => {
    // Third: 5 of 15 minutes and 5 of the next; fourth: 10 of the next; the fifth runs when the program does not.
    const quarter = (n: number, kw: number) => {
      const desde = AT_FIVE + n * 15 * MINUTE_MS;
      return { kw, desde, hasta: desde + 15 * MINUTE_MS };
    };
    const sums = together([
      [3, 6],
      [4, 9],
      [5, 100],
    ]);
    expect(sums.map(({ kw, ...span }) => ({ kw: Number(kw.toFixed(6)), ...span }))).toEqual([
      quarter(0, 2),
      quarter(1, 8),
    ]);
  });

  it('is nothing where no demand is contracted', () => expect(together([])).toEqual([]));
});
