/** Back-off with full jitter: a random part of a ceiling that doubles from 1 s to 60 s. */
const PRIMERO_MS = 1_000;
const MAXIMUM_MS = 60_000;

/** Wait before attempt `n` (0 = the first repetition), ms. `random` gives 0 (included) to 1 (excluded). */
export const waitOf = (n: number, random: () => number = Math.random): number =>
  Math.floor(random() * Math.min(MAXIMUM_MS, PRIMERO_MS * 2 ** Math.min(n, 16)));
