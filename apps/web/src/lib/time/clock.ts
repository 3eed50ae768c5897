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
 * A value derived from the server's time that re-renders only when the value changes: with two hundred switches on a phone, "hace 3m" must
 * not render sixty times a minute. @param read must return a string, a number or a boolean
 */
export const useByClock = <T extends string | number | boolean>(read: (now: number) => T): T =>
  useSyncExternalStore(everySecond, () => read(serverNow()));

/** The server's time in ms, updated every second: for a few texts only; lists use {@link useByClock}. */
export const useServerNow = (): number => useByClock((now) => Math.floor(now / 1_000) * 1_000);
