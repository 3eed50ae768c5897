import type { Board } from './board.js';
import { eachPin, type Estado } from './rows.js';

/** Late samples further apart than this, ms, form two windows; the data between them is not read. */
const JUNTAS_MS = 120_000;

/** A run of late samples of one pin, around which transitions are recomputed. Times in ms. */
export interface Window {
  placa_id: number;
  pin: number;
  desde: number;
  hasta: number;
  /** Last sample of the previous window; null for the pin's first window. */
  anterior: number | null;
  /** The pin's newest sample: the upper limit of the search. */
  tope: number;
}

/** For {@link Writer}, after late rows are stored: where it must correct transitions. Windows of the late samples that were stored. `boards` must already include the samples. */
export const windowsOf = (saved: readonly Estado[], boards: ReadonlyMap<number, Board>): Window[] => {
  const byPin = new Map<string, Window[]>();
  const inOrder = [...saved].sort((a, b) => a.placa_id - b.placa_id || a.ts - b.ts);
  for (const { placa_id, ts, on_lo, on_hi, off_lo, off_hi } of inOrder) {
    eachPin(on_lo | off_lo, on_hi | off_hi, (pin) => {
      const clave = `${placa_id}:${pin}`;
      const ventanas = byPin.get(clave) ?? [];
      if (ventanas.length === 0) byPin.set(clave, ventanas);
      const ultima = ventanas.at(-1);
      if (ultima && ts - ultima.hasta <= JUNTAS_MS) {
        ultima.hasta = ts;
        return;
      }
      const tope = boards.get(placa_id)?.lastOf(pin) ?? ts;
      ventanas.push({ placa_id, pin, desde: ts, hasta: ts, anterior: ultima?.hasta ?? null, tope });
    });
  }
  return [...byPin.values()].flat();
};
