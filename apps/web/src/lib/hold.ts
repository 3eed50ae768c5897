import { useEffect } from 'react';

/** A closed dialog may be followed by a call, or by a password that is shown once; each of them holds only a moment later. ms */
const SETTLE_MS = 500;

let holds = 0;
let freeSince = -Infinity;

/** Keeps the console from reloading its screens while something is open, half written or shown only once. */
export function useHold(active = true): void {
  useEffect(() => {
    if (!active) return;
    holds += 1;
    return () => {
      holds -= 1;
      freeSince = performance.now();
    };
  }, [active]);
}

export const isHeld = (): boolean => holds > 0 || performance.now() - freeSince < SETTLE_MS;
