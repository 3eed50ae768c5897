import { derivedLines } from './derived-lines.js';

const banda = (prom: (number | null)[]) => ({ prom, min: prom, max: prom });

describe('derived lines of a chart', () => {
  it('follow temperature and humidity point by point, and have a gap where either is missing', () => {
    const serie = { temperatura: banda([25, 25, null, 20]), humedad: banda([50, 100, 60, null]) };
    expect(derivedLines(serie)).toEqual({ dpv: [1.58, 0, null, null], rocio: [13.86, 25, null, null] });
  });
});
