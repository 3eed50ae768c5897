import { QUIET, type Machine } from './machine.js';
import { afterEpisode, firstEpisode, mayBeTold, nextEpisode, TELL_AGAIN_MS, tellNow } from './telling.js';

const OPEN: Machine = { ...QUIET, phase: 'open' };

it('tells a new alarm at once, and once', () => {
  const first = firstEpisode(1_000);
  expect(mayBeTold(first, OPEN, 1_000)).toBe(true);
  expect(mayBeTold(tellNow(first, 1_000), OPEN, 2_000)).toBe(false);
});

it('tells nothing of an alarm that is not open, or about to end', () => {
  expect(mayBeTold(firstEpisode(0), QUIET, 0)).toBe(false);
  expect(mayBeTold(firstEpisode(0), { ...OPEN, phase: 'clearing' }, 0)).toBe(false);
});

it('tells a returned alarm only after it has stayed', () => {
  const again = nextEpisode(afterEpisode(tellNow(firstEpisode(1), 1)), 5_000);
  expect(mayBeTold(again, OPEN, 5_000 + TELL_AGAIN_MS - 1)).toBe(false);
  expect(mayBeTold(again, OPEN, 5_000 + TELL_AGAIN_MS)).toBe(true);
});

it('tells a returned alarm at once when nobody was told of it before', () => {
  expect(mayBeTold(nextEpisode(afterEpisode(firstEpisode(0)), 5_000), OPEN, 5_000)).toBe(true);
  const heldBack = afterEpisode(tellNow(firstEpisode(1), 1), false);
  expect(mayBeTold(nextEpisode(heldBack, 5_000), OPEN, 5_000)).toBe(true);
});
