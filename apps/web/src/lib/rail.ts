import { useSyncExternalStore } from 'react';

const KEY = 'acequia-riel';
const listeners = new Set<() => void>();

/** Folds the rail to its icons, or unfolds it; this browser remembers it. `public/tema.js` sets it before the first paint. */
export function foldRail(folded: boolean): void {
  document.documentElement.toggleAttribute('data-riel-plegado', folded);
  try {
    if (folded) localStorage.setItem(KEY, 'plegado');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is disabled: the choice lasts until the page is closed.
  }
  for (const notify of listeners) notify();
}

export const useRailFolded = (): boolean =>
  useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    () => document.documentElement.hasAttribute('data-riel-plegado'),
  );
