/** When a query was last read well, and when badly, ms. What messages changed meanwhile is no reading (`parchear`). */
export interface Readings {
  dataUpdatedAt: number;
  errorUpdatedAt: number;
}

/** A hidden tab's timer fires without reading: it must not fire all the time. */
const LEAST_PAUSE_MS = 1_000;

/** Whether what is shown is older than an attempt to read it again. */
export const lastFailed = ({ dataUpdatedAt, errorUpdatedAt }: Readings): boolean => errorUpdatedAt > dataUpdatedAt;

/**
 * What is left of a pause of `pausa` ms since the last reading, as a `refetchInterval`. A plain number would count anew from whatever
 * a live message changed: where boards talk all the time, nothing would ever be read again.
 */
export const timeLeft = (pause: number, state: Readings & { fetchStatus: string }): number => {
  if (state.fetchStatus === 'fetching') return pause;
  const missing = Math.max(state.dataUpdatedAt, state.errorUpdatedAt) + pause - Date.now();
  return Math.min(pause, Math.max(LEAST_PAUSE_MS, missing));
};
