/** Times of a query's last successful and last failed read, ms. Live messages do not change them (`patchData`). */
export interface Readings {
  dataUpdatedAt: number;
  errorUpdatedAt: number;
}

/** Shortest pause, ms: in a hidden tab the timer fires without reading and would otherwise fire all the time. */
const LEAST_PAUSE_MS = 1_000;

/** Whether the last attempt to read failed, so that the data shown is older. */
export const lastFailed = ({ dataUpdatedAt, errorUpdatedAt }: Readings): boolean => errorUpdatedAt > dataUpdatedAt;

/**
 * Rest of a pause of `pause` ms since the last read, as a `refetchInterval`. A plain number would restart with each live message, so where
 * boards report all the time nothing would be read again.
 */
export const timeLeft = (pause: number, state: Readings & { fetchStatus: string }): number => {
  if (state.fetchStatus === 'fetching') return pause;
  const missing = Math.max(state.dataUpdatedAt, state.errorUpdatedAt) + pause - Date.now();
  return Math.min(pause, Math.max(LEAST_PAUSE_MS, missing));
};
