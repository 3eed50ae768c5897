import { siteOf } from './site-of.js';

const placa = { nombre: '', numero: 1, sitio: 'Norte' };

it.each([
  ['placa_sin_conexion', { placa }, null],
  ['temperatura_alta', { switch: { zona: 'Norte', nombre: 'Válvula' }, valor: 31, umbral: 30 }, null],
  ['temperatura_alta', { switch: { zona: 'Z1', nombre: 'Válvula' }, valor: 31, umbral: 30 }, 'Norte'],
  // From before data were stored.
  ['temperatura_alta', null, 'Norte'],
] as const)('names the site of %s where its sentence does not', (tipo, datos, sitio) => {
  expect(siteOf({ tipo, datos, sitio: 'Norte' })).toBe(sitio);
  expect(siteOf({ tipo, datos, sitio: null })).toBeNull();
});
