import { ALL_READINGS_STREAMS, READINGS_SHARDS_MAX, readingsStreams, shardOf } from './readings-shards.js';

const COUNTS = [1, 2, 4, 16, READINGS_SHARDS_MAX];
/** Ids as sequences give them: one after another, every second one, in blocks. */
const IDS = [1, 2, 50, 1_000].map((step) => Array.from({ length: 20_000 }, (_, i) => 1 + i * step));

describe('the shards of readings', () => {
  it.each(COUNTS)('have each about the same number of boards, of %i ones', (shards) => {
    for (const ids of IDS) {
      const sizes = Array.from({ length: shards }, () => 0);
      for (const id of ids) sizes[shardOf(id, shards)]! += 1;
      expect(sizes).toHaveLength(shards);
      const fair = ids.length / shards;
      expect(Math.min(...sizes)).toBeGreaterThan(0.6 * fair);
      expect(Math.max(...sizes)).toBeLessThan(1.4 * fair);
    }
  });

  it('have a stream each, in a slot of its own; a single one has the stream of earlier versions', () => {
    expect(readingsStreams(1)).toEqual(['{readings}']);
    expect(readingsStreams(3)).toEqual(['{readings:0}', '{readings:1}', '{readings:2}']);
    for (const shards of COUNTS) expect(ALL_READINGS_STREAMS).toEqual(expect.arrayContaining(readingsStreams(shards)));
  });
});
