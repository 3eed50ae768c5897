import fc from 'fast-check';
import { type Ventana, Ventanas } from './ventanas.js';

const HORA = 3_600_000;
const DIA = 24 * HORA;
const T = Date.parse('2026-03-10T18:00:00Z');

const ms = ({ desde, hasta }: Ventana): [number, number] => [Date.parse(desde), Date.parse(hasta)];

/** Goes through windows in which so many bytes lie per hour, from an instant on; answers the width in hours of each that is read. */
const recorrer = (ventanas: Ventanas, deseados: number, bytesPorHora: number, desde: number): number[] => {
  const leidas: number[] = [];
  for (let v = ventanas.actual; v !== null; v = ventanas.actual) {
    const [inicio, fin] = ms(v);
    const bytes = (Math.max(0, fin - Math.max(inicio, desde)) / HORA) * bytesPorHora;
    if (ventanas.aCiegas) {
      if (bytes > 0) ventanas.estrechar();
      else ventanas.avanzar(0, deseados);
      continue;
    }
    leidas.push((fin - inicio) / HORA);
    ventanas.avanzar(bytes, deseados);
  }
  return leidas;
};

describe('the windows of a file', () => {
  it('follow each other without a gap or an overlap, whatever they bring', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3 * 366 * DIA }),
        fc.array(fc.integer({ min: 0, max: 2_000_000 }), { minLength: 1 }),
        (largo, traen) => {
          const ventanas = new Ventanas(T, T + largo);
          let hasta = T;
          for (let i = 0, v = ventanas.actual; v !== null; i++, v = ventanas.actual) {
            if (ms(v)[0] !== hasta) return false;
            hasta = ms(v)[1];
            ventanas.avanzar(traen[i % traen.length]!, 2_000_000);
          }
          return hasta === T + largo;
        },
      ),
      { numRuns: 50 },
    );
  });

  it('grow where there is little and shrink where there is much', () => {
    const ventanas = new Ventanas(T, T + 3_660 * DIA);
    const anchos = [250_000, 500_000, 8_000_000, 500_000].map((bytes) => {
      const [desde, hasta] = ms(ventanas.actual!);
      ventanas.avanzar(bytes, 1_000_000);
      return (hasta - desde) / HORA;
    });
    expect(anchos).toEqual([1, 4, 8, 2]);
  });

  it('are never wider than a month, however empty the years', () => {
    const ventanas = new Ventanas(T, T + 3_660 * DIA);
    for (let i = 0; i < 12; i++) ventanas.avanzar(0, 1_000_000);
    const [desde, hasta] = ms(ventanas.actual!);
    expect((hasta - desde) / DIA).toBe(31);
  });

  it('that grew over years without a row are looked into before they are read: the first rows come in a narrow one', () => {
    const leidas = recorrer(new Ventanas(T, T + 800 * DIA), 1_000_000, 1_000_000, T + 700.3 * DIA);
    expect(Math.max(...leidas)).toBeLessThanOrEqual(4);
    expect(leidas.length).toBeLessThan(99.7 * 24 + 30);
  });

  it('of nothing are none', () => {
    expect(new Ventanas(T, T).actual).toBeNull();
    expect(new Ventanas(T, T - 1).actual).toBeNull();
  });
});
