import type { Punto } from '@acequia/contracts';
import { puntoOf } from '../../../test/records.js';
import { besides, hasRoom } from './together.js';

const point = (id: number, magnitud: Punto['magnitud'], sitio = 'Norte') => puntoOf({ id, magnitud, sitio });
const soil = point(1, 'humedad_suelo');
const [rain, air, deeper, wind] = [
  point(2, 'lluvia'),
  point(3, 'temperatura'),
  point(4, 'humedad_suelo'),
  point(5, 'viento_direccion'),
];

it('draws together what lies in one place and has an axis', () => {
  const all = [soil, rain, air, deeper, wind, point(6, 'lluvia', 'Sur')];
  expect(besides(soil, all)).toEqual([rain, air, deeper]);
  expect(besides(wind, all)).toEqual([]);
  expect(besides(point(7, 'lluvia', ''), all)).toEqual([]);
});

it('has two axes, by unit', () => {
  expect(hasRoom(soil, [], rain)).toBe(true);
  expect(hasRoom(soil, [rain], air)).toBe(false);
  expect(hasRoom(soil, [rain], deeper)).toBe(true);
  expect(hasRoom(soil, [deeper, point(8, 'humedad_suelo'), point(9, 'humedad_suelo')], rain)).toBe(false);
});
