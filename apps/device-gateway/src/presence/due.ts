/** A lease is renewed at the latest when it is this old. */
export const RENEW_MS = 5_000;
/** The renewal of thousands at one moment would hold up their boards' samples, so each of so many ticks renews a part of them. */
const TICKS = 20;
export const TICK_MS = RENEW_MS / TICKS;

/**
 * What is to be renewed at a tick: its part, first in the map first, and whatever is overdue because ticks were late or the
 * number changed.
 */
export const dueAt = <T extends { renewed: number }>(map: ReadonlyMap<unknown, T>, now: number): T[] => {
  const part = Math.floor(map.size / TICKS);
  const due: T[] = [];
  for (const value of map.values()) if (due.length < part || now - value.renewed >= RENEW_MS) due.push(value);
  return due;
};
