/** Length of a roll-up's quarter of an hour, ms. */
export const SPAN_MS = 15 * 60_000;
