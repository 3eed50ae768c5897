import fc from 'fast-check';
import { type Ventana, Ventanas } from './ventanas.js';

const HORA = 3_600_000;
const DIA = 24 * HORA;
const T = Date.parse('2026-03-10T18:00:00Z');

const ms = ({ desde, hasta }: Ventana): [number, number] => [Date.parse(desde), Date.parse(hasta)];

describe('the windows of a file', () => {
  it('follow each other without a gap or an overlap, whatever they bring', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3 * 366 * DIA }),
        fc.array(fc.integer({ min: 0, max: 50_000_000 }), { minLength: 1 }),
        (largo, traen) => {
          const ventanas = new Ventanas(T, T + largo);
          let hasta = T;
          for (let i = 0, v = ventanas.siguiente(); v !== null; i++, v = ventanas.siguiente()) {
            if (ms(v)[0] !== hasta) return false;
            hasta = ms(v)[1];
            // Never so narrow that a run of the test takes long.
            ventanas.ajustar(Math.min(traen[i % traen.length]!, 2_000_000), 2_000_000);
          }
          return hasta === T + largo;
        },
      ),
      { numRuns: 50 },
    );
  });

  it('grow where there is little and shrink where there is much', () => {
    const ventanas = new Ventanas(T, T + 3_660 * DIA);
    const anchos = [0, 0, 1_000_000, 8_000_000, 500_000].map((bytes) => {
      const [desde, hasta] = ms(ventanas.siguiente()!);
      ventanas.ajustar(bytes, 1_000_000);
      return (hasta - desde) / HORA;
    });
    expect(anchos).toEqual([1, 4, 16, 16, 4]);
  });

  it('are never wider than a month, however empty the years', () => {
    const ventanas = new Ventanas(T, T + 3_660 * DIA);
    let ancho = 0;
    for (let i = 0; i < 12; i++) {
      const [desde, hasta] = ms(ventanas.siguiente()!);
      ancho = (hasta - desde) / DIA;
      ventanas.ajustar(0, 1_000_000);
    }
    expect(ancho).toBe(31);
  });

  it('of nothing are none', () => {
    expect(new Ventanas(T, T).siguiente()).toBeNull();
    expect(new Ventanas(T, T - 1).siguiente()).toBeNull();
  });
});
