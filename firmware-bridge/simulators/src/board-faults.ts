/** What is wrong with a simulated board, to order. Nothing of it is a firmware's: a good one has none. */
export interface BoardFaults {
  /** Commands do not reach it. */
  deaf?: boolean;
  /** So long until it looks at a command, ms: its expiry counts then. */
  slow_ms?: number;
  /** It acts, and its answers are lost. */
  lose_results?: boolean;
  /** Its clock is ahead of the true one by this, ms (behind when negative); null = it never learned the time. */
  clock_ms?: number | null;
  /** Relays of these pins do not move any more. */
  stuck?: readonly number[];
}
