import { SharedAccount } from './shared-account.js';

const MINUTE = 60_000;
const START = 1_000_000_000;

describe('two boards with one account', () => {
  /** One connection after another, each of a board with that boot; whether it is told at each. */
  const connected = (boots: readonly (string | null)[], every = 10_000): boolean[] => {
    const account = new SharedAccount();
    return boots.map((boot, i) => {
      const now = START + i * every;
      if (boot !== null) account.booted(boot, now);
      if (i > 0) account.takenOver(now);
      return account.due(now);
    });
  };

  it('are told by boots that take turns, once a minute while it goes on', () => {
    const turns = Array.from({ length: 14 }, (_, i) => (i % 2 === 0 ? 'a' : 'b'));
    const told = connected(turns).flatMap((due, i) => (due ? [i] : []));
    expect(told).toEqual([3, 9]);
  });

  it.each([
    ['one board that boots again and again', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
    ['one board with a bad link', ['a', 'a', 'a', 'a', 'a', 'a', 'a', 'a']],
    ['a board that was exchanged, and back', ['a', 'b', 'a']],
  ])('are not seen in %s', (_name, boots) => {
    expect(connected(boots)).not.toContain(true);
  });

  it('of a firmware that names no boot are told by the connections that they end', () => {
    expect(connected(Array<null>(8).fill(null)).indexOf(true)).toBe(6);
    expect(connected(Array<null>(8).fill(null), 2 * MINUTE)).not.toContain(true);
  });
});
