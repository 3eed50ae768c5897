import { numero } from './numero.js';

it.each([0, 7, 999, 1_000, 12_345, 1_234_567, -1_234.5, 0.1, 1_234.5678, 123_456.789])(
  'writes %d as Mexican Spanish does',
  (value) => expect(numero(value)).toBe(new Intl.NumberFormat('es-MX').format(value)),
);
