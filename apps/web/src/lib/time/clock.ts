import { useSyncExternalStore } from 'react';
import { serverNow } from './server-clock.js';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function everySecond(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((notify) => notify()), 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * What `leer` makes of the server's time, told anew only when that changes: with two hundred switches on a phone,
 * "hace 3m" must not draw itself sixty times a minute. @param leer must answer a string, a number or a boolean.
 */
export const useByClock = <T extends string | number | boolean>(read: (now: number) => T): T =>
  useSyncExternalStore(everySecond, () => read(serverNow()));

/** The server's time in ms, told anew every second: for a handful of texts; lists use {@link useSegunReloj}. */
export const useServerNow = (): number => useByClock((now) => Math.floor(now / 1_000) * 1_000);
