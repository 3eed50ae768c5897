import { Rounds } from './rounds.js';

const TURNS = 4;
const mapOf = (count: number) => new Map(Array.from({ length: count }, (_, i) => [i, i]));

describe('going round many in turns', () => {
  it.each([0, 1, 3, 4, 10, 1_000])('meets each of %d once a round, and a part of them at a time', (count) => {
    const rounds = new Rounds(mapOf(count), TURNS);
    for (let round = 0; round < 3; round++) {
      const turns = Array.from({ length: TURNS }, () => rounds.next());
      expect(turns.flat()).toEqual(Array.from({ length: count }, (_, i) => i));
      for (const turn of turns) expect(turn.length).toBeLessThanOrEqual(Math.ceil(count / TURNS));
    }
  });

  it('misses nobody who stays while others come and go', () => {
    const map = mapOf(100);
    const rounds = new Rounds(map, TURNS);
    const met = new Set<number>();
    for (let turn = 0; turn < 2 * TURNS; turn++) {
      for (const value of rounds.next()) met.add(value);
      map.delete(turn);
      map.set(1_000 + turn, 1_000 + turn);
    }
    for (let i = 2 * TURNS; i < 100; i++) expect(met).toContain(i);
  });
});
