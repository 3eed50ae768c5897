import { useSyncExternalStore } from 'react';
import { ahora } from './server-clock.js';

const oyentes = new Set<() => void>();
let reloj: ReturnType<typeof setInterval> | undefined;

function cadaSegundo(oyente: () => void): () => void {
  oyentes.add(oyente);
  reloj ??= setInterval(() => oyentes.forEach((notify) => notify()), 1_000);
  return () => {
    oyentes.delete(oyente);
    if (oyentes.size > 0) return;
    clearInterval(reloj);
    reloj = undefined;
  };
}

/**
 * What `leer` makes of the server's time, told anew only when that changes: with two hundred switches on a phone,
 * "hace 3m" must not draw itself sixty times a minute. @param leer must answer a string, a number or a boolean.
 */
export const useSegunReloj = <T extends string | number | boolean>(leer: (now: number) => T): T =>
  useSyncExternalStore(cadaSegundo, () => leer(ahora()));

/** The server's time in ms, told anew every second: for a handful of texts; lists use {@link useSegunReloj}. */
export const useAhora = (): number => useSegunReloj((now) => Math.floor(now / 1_000) * 1_000);
