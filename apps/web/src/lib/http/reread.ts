/** When a query was last read well, and when badly, ms. What messages changed meanwhile is no reading (`parchear`). */
export interface Lecturas {
  dataUpdatedAt: number;
  errorUpdatedAt: number;
}

/** A hidden tab's timer fires without reading: it must not fire all the time. */
const PAUSA_MINIMA_MS = 1_000;

/** Whether what is shown is older than an attempt to read it again. */
export const ultimaFallo = ({ dataUpdatedAt, errorUpdatedAt }: Lecturas): boolean => errorUpdatedAt > dataUpdatedAt;

/**
 * What is left of a pause of `pausa` ms since the last reading, as a `refetchInterval`. A plain number would count anew from whatever
 * a live message changed: where boards talk all the time, nothing would ever be read again.
 */
export const faltaPara = (pausa: number, state: Lecturas & { fetchStatus: string }): number => {
  if (state.fetchStatus === 'fetching') return pausa;
  const falta = Math.max(state.dataUpdatedAt, state.errorUpdatedAt) + pausa - Date.now();
  return Math.min(pausa, Math.max(PAUSA_MINIMA_MS, falta));
};
