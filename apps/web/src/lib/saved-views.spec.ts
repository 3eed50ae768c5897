import { addressOf, withoutView, withView } from './saved-views.js';

const NORTE = { nombre: 'Norte', direccion: '/switches?q=norte' };
const PLACAS = { nombre: 'Norte', direccion: '/placas?q=norte' };

it('keeps one view of a name for each list', () => {
  const newer = { nombre: 'Norte', direccion: '/switches?q=norte&orden=zona' };
  expect(withView([NORTE, PLACAS], newer)).toEqual([PLACAS, newer]);
  expect(withoutView([PLACAS, newer], NORTE)).toEqual([PLACAS]);
});

it('takes the address without its page', () => {
  expect(addressOf('/switches', new URLSearchParams('empresa=2&pagina=4&q=a b'))).toBe('/switches?empresa=2&q=a+b');
  expect(addressOf('/switches', new URLSearchParams('pagina=4'))).toBe('/switches');
});
