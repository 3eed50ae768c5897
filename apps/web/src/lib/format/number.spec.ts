import { numberIn } from './number.js';

describe('a number that a person wrote', () => {
  it.each([
    ['2.5', 2.5],
    ['2,5', 2.5],
    ['1234,56', 1234.56],
    [' 0,125 ', 0.125],
    ['-99.13', -99.13],
    ['−3,5', -3.5],
    [',5', 0.5],
    ['20', 20],
  ])('%s is %d', (text, number) => expect(numberIn(text)).toBe(number));

  it.each(['', 'diez', '1,234', '1.234,56', '1,2,3', '2 5', '1e3'])('%s is none', (text) =>
    expect(numberIn(text)).toBeNaN(),
  );
});
