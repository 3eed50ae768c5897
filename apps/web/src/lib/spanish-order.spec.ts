import { inSpanishOrder } from './spanish-order.js';

describe('Spanish order', () => {
  it('ignores case and accents, and sorts numbers by their value', () => {
    const names = ['Zapata', 'agro', 'Álamo', 'Ñandú', 'Nogal', 'Pozo 10', 'Pozo 2'];
    expect(inSpanishOrder(names, (name) => name)).toEqual([
      'agro',
      'Álamo',
      'Nogal',
      'Ñandú',
      'Pozo 2',
      'Pozo 10',
      'Zapata',
    ]);
  });

  it('leaves the list that it was given as it is', () => {
    const names = ['b', 'a'];
    inSpanishOrder(names, (name) => name);
    expect(names).toEqual(['b', 'a']);
  });
});
