import { addressOf, removeView, savedViews, saveView } from './saved-views.js';
import { storeSession } from './session.js';

const be = (id: number) =>
  storeSession('t', {
    ...{ id, nombre: 'Ana', email: 'ana@acequia.test', rol: 'admin_global', empresa_id: null, empresa_nombre: null },
    zona_horaria: 'UTC',
  });

beforeEach(() => {
  localStorage.clear();
  be(1);
});

describe('the saved views', () => {
  it('are of one person, and a name stands once for each screen', () => {
    saveView({ nombre: 'Norte', address: '/switches?q=norte' });
    saveView({ nombre: 'Norte', address: '/placas?q=norte' });
    saveView({ nombre: 'Norte', address: '/switches?q=norte&orden=zona' });
    expect(savedViews().map(({ address }) => address)).toEqual(['/placas?q=norte', '/switches?q=norte&orden=zona']);
    be(2);
    expect(savedViews()).toEqual([]);
    be(1);
    removeView({ nombre: 'Norte', address: '/switches' });
    expect(savedViews()).toEqual([{ nombre: 'Norte', address: '/placas?q=norte' }]);
  });

  it('survive a store that is not theirs, and lead to no other site', () => {
    localStorage.setItem('vistas:1', '{"nombre":');
    expect(savedViews()).toEqual([]);
    localStorage.setItem('vistas:1', '[{"nombre":"a","address":"//mal.example"},{"nombre":"b"},null]');
    expect(savedViews()).toEqual([]);
  });

  it('are the address without its page', () => {
    expect(addressOf('/switches', new URLSearchParams('empresa=2&pagina=4&q=a b'))).toBe('/switches?empresa=2&q=a+b');
    expect(addressOf('/switches', new URLSearchParams('pagina=4'))).toBe('/switches');
  });
});
