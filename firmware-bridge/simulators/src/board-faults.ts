import type { UpdateFaults } from './update/update-faults.js';

/** Faults that a test can inject into a simulated board. A board without faults has none of these. */
export interface BoardFaults {
  /** Commands do not reach the board. */
  deaf?: boolean;
  /** Delay before the board looks at a command, ms: the command's expiry is checked after it. */
  slow_ms?: number;
  /** The board looks at commands only once this has settled. */
  held?: Promise<unknown>;
  /** The board acts, but its answers are lost. */
  lose_results?: boolean;
  /** Distance of the board's clock from the true time, ms (behind when negative); null = it never learned the time. */
  clock_ms?: number | null;
  /** Relays of these pins are stuck. */
  stuck?: readonly number[];
  /** Of its updates; only for a board that takes some. */
  update?: UpdateFaults;
}
