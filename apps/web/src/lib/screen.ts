import { useSyncExternalStore } from 'react';

/** Chakra's `md` breakpoint: a list is a table from this width up, and cards below it. */
const WIDE = window.matchMedia('(min-width: 48rem)');

function onMediaChange(listener: () => void): () => void {
  WIDE.addEventListener('change', listener);
  return () => WIDE.removeEventListener('change', listener);
}

/** True where a table fits. Rendering only one of the two layouts halves a phone's work. */
export const useWideScreen = (): boolean => useSyncExternalStore(onMediaChange, () => WIDE.matches);
