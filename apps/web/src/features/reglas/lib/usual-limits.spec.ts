import { usualLimits } from './usual-limits.js';

const places = (...asked: Parameters<typeof usualLimits>) =>
  usualLimits(...asked).map(({ lugar, umbral }) => `${lugar} ${umbral}`);

it('offers what is usual in each type of place, from the catalogue', () => {
  expect(places('punto_alto', 'nh3')).toEqual(['Cuarto frío 25', 'Establo 20']);
  expect(places('temperatura_alta', undefined)).toContain('Cuarto frío 8');
});

it('offers no frost alarm for a cold room', () =>
  expect(places('temperatura_baja', undefined)).toEqual(['Invernadero 8', 'Establo 0', 'Campo 2']));

it('offers nothing where a number means nothing, or nothing is known', () => {
  expect(usualLimits('punto_alto', undefined)).toEqual([]);
  expect(usualLimits('punto_alto', 'luz')).toEqual([]);
  expect(usualLimits('punto_callado', 'nh3')).toEqual([]);
});
