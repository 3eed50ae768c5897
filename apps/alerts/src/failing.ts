/** Tries of a channel that fail in a row before it is an alarm. */
export const MOST_FAILED = 2;
