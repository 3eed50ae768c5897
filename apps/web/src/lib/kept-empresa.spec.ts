import { withKeptEmpresa } from './kept-empresa.js';

const go = (address: string, from: string) => withKeptEmpresa(new URL(address, 'http://acequia.test'), from);

describe('the company that is kept from screen to screen', () => {
  it('is added to the address of a screen that names none, beside what the address holds', () => {
    expect(go('/switches?empresa=3', '/dashboard')).toBeNull();
    expect(go('/usuarios?q=ana', '/switches')).toBe('/usuarios?q=ana&empresa=3');
  });

  it('follows the address: another company, the page of a company, none', () => {
    go('/switches?empresa=3', '/dashboard');
    go('/placas?empresa=8', '/switches');
    expect(go('/avisos', '/placas')).toBe('/avisos?empresa=8');
    go('/empresas/5/resumen', '/avisos');
    expect(go('/switches', '/empresas/5/resumen')).toBe('/switches?empresa=5');
    // All companies, chosen on the screen itself.
    expect(go('/switches', '/switches')).toBeNull();
    expect(go('/avisos', '/switches')).toBeNull();
    go('/switches?empresa=3', '/switches');
    expect(go('/usuarios?empresa=&id=1', '/switches')).toBeNull();
    expect(go('/avisos', '/usuarios')).toBeNull();
  });
});
