import { sinceText } from './since.js';

const MINUTE = 60_000;

describe('the age of an alarm', () => {
  it('is how long it goes on while it does', () => {
    expect(sinceText({ desde: 0, hasta: null }, 5 * MINUTE)).toBe('hace 5m');
  });

  it('is how long it went on once it is over, whatever the time', () => {
    expect(sinceText({ desde: 0, hasta: 12 * MINUTE }, 999 * MINUTE)).toBe('duró 12 min');
    expect(sinceText({ desde: 0, hasta: 4_000 }, 999 * MINUTE)).toBe('duró 1 min');
  });
});
