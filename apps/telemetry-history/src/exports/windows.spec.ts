import fc from 'fast-check';
import { type Window, Windows } from './windows.js';

const HORA = 3_600_000;
const DIA = 24 * HORA;
const T = Date.parse('2026-03-10T18:00:00Z');

const ms = ({ desde, hasta }: Window): [number, number] => [Date.parse(desde), Date.parse(hasta)];

/** Walks through windows of data with this many bytes per hour from an instant on; returns the width in hours of each window read. */
const walk = (ventanas: Windows, wanted: number, bytesPorHora: number, desde: number): number[] => {
  const found: number[] = [];
  for (let v = ventanas.actual; v !== null; v = ventanas.actual) {
    const [inicio, fin] = ms(v);
    const bytes = (Math.max(0, fin - Math.max(inicio, desde)) / HORA) * bytesPorHora;
    if (ventanas.blindly) {
      if (bytes > 0) ventanas.narrow();
      else ventanas.advance(0, wanted);
      continue;
    }
    found.push((fin - inicio) / HORA);
    ventanas.advance(bytes, wanted);
  }
  return found;
};

describe('the windows of a file', () => {
  it('follow each other without a gap or an overlap, whatever they bring', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3 * 366 * DIA }),
        fc.array(fc.integer({ min: 0, max: 2_000_000 }), { minLength: 1 }),
        (largo, bring) => {
          const ventanas = new Windows(T, T + largo);
          let hasta = T;
          for (let i = 0, v = ventanas.actual; v !== null; i++, v = ventanas.actual) {
            if (ms(v)[0] !== hasta) return false;
            hasta = ms(v)[1];
            ventanas.advance(bring[i % bring.length]!, 2_000_000);
          }
          return hasta === T + largo;
        },
      ),
      { numRuns: 50 },
    );
  });

  it('grow where there is little and shrink where there is much', () => {
    const ventanas = new Windows(T, T + 3_660 * DIA);
    const widths = [250_000, 500_000, 8_000_000, 500_000].map((bytes) => {
      const [desde, hasta] = ms(ventanas.actual!);
      ventanas.advance(bytes, 1_000_000);
      return (hasta - desde) / HORA;
    });
    expect(widths).toEqual([1, 4, 8, 2]);
  });

  it('are never wider than a month, however empty the years', () => {
    const ventanas = new Windows(T, T + 3_660 * DIA);
    for (let i = 0; i < 12; i++) ventanas.advance(0, 1_000_000);
    const [desde, hasta] = ms(ventanas.actual!);
    expect((hasta - desde) / DIA).toBe(31);
  });

  it('that grew over years without a row are looked into before they are read: the first rows come in a narrow one', () => {
    const found = walk(new Windows(T, T + 800 * DIA), 1_000_000, 1_000_000, T + 700.3 * DIA);
    expect(Math.max(...found)).toBeLessThanOrEqual(4);
    expect(found.length).toBeLessThan(99.7 * 24 + 30);
  });

  it('of nothing are none', () => {
    expect(new Windows(T, T).actual).toBeNull();
    expect(new Windows(T, T - 1).actual).toBeNull();
  });
});
