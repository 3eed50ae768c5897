import { siteOf } from './site-of.js';

it('leaves out a site that the words of an alarm name', () => {
  expect(siteOf({ texto: 'Norte: ninguna placa tiene conexión.', sitio: 'Norte' })).toBeNull();
  expect(siteOf({ texto: 'La placa 1001 no está conectada.', sitio: 'Norte' })).toBe('Norte');
  expect(siteOf({ texto: 'La placa 1001 no está conectada.', sitio: null })).toBeNull();
});
