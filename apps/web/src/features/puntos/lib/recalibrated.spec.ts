import type { SeriePunto } from '@acequia/contracts';
import { changesOf, recalibrated } from './recalibrated.js';

const HOUR = 3_600_000;
const change = (ts: number, ...cambios: [string, number, number][]) => ({
  ts,
  accion: 'punto.actualizar',
  cambios: cambios.map(([campo, antes, despues]) => ({ campo, antes, despues })),
});
const serie = (changes: Partial<SeriePunto>): SeriePunto => ({
  magnitud: 'nivel',
  unidad: 'm',
  nivel: 'intervalos',
  paso_s: 3_600,
  zona_horaria: 'UTC',
  puntos: [],
  ...changes,
});
const step = (ts: number, media: number) => ({ ts, media, minimo: media - 1, maximo: media + 1, suma: null });
const grown = (ts: number, suma: number) => ({ ts, suma, media: null, minimo: null, maximo: null });

it('reads the changes of a calibration out of the trail, whatever else was saved', () => {
  const entries = [
    change(3, ['nombre', 0, 1], ['b', 0, 5]),
    change(1, ['a', 2, 4]),
    { ts: 0, accion: 'punto.crear', cambios: [{ campo: 'a', antes: null, despues: 2 }] },
    change(2, ['sitio', 0, 1]),
  ];
  expect(changesOf(entries, { a: 4, b: 5 })).toEqual([
    { ts: 1, before: { a: 2, b: 0 }, after: { a: 4, b: 0 } },
    { ts: 3, before: { a: 4, b: 0 }, after: { a: 4, b: 5 } },
  ]);
});

it('shows what was measured as if it had always been read so, but for the steps with both', () => {
  const changes = changesOf([change(2.5 * HOUR, ['a', 1, -2], ['b', 0, 10])], { a: -2, b: 10 });
  const { puntos } = recalibrated(serie({ puntos: [0, 1, 2, 3].map((hour) => step(hour * HOUR, 3)) }), changes);
  expect(puntos.map(({ media }) => media)).toEqual([4, 4, null, 3]);
  expect(puntos[0]).toMatchObject({ minimo: 2, maximo: 6 });
});

it('counts what a counter grew with the new factor', () => {
  const changes = changesOf([change(HOUR, ['a', 0.01, 0.1])], { a: 0.1, b: 0 });
  const told = serie({ magnitud: 'volumen', puntos: [grown(0, 2), grown(HOUR, 2)] });
  expect(recalibrated(told, changes).puntos.map(({ suma }) => Math.round(suma! * 1e6) / 1e6)).toEqual([20, 2]);
});

it('leaves a series as it is where nothing changed', () => {
  const told = serie({ puntos: [step(0, 3)] });
  expect(recalibrated(told, [])).toBe(told);
});
