import { useSyncExternalStore } from 'react';

/** Chakra's `md` breakpoint: from here up a list is a table, below it is cards. */
const WIDE = window.matchMedia('(min-width: 48rem)');

function onMediaChange(listener: () => void): () => void {
  WIDE.addEventListener('change', listener);
  return () => WIDE.removeEventListener('change', listener);
}

/** True where a table fits. Drawing only one of the two faces halves the work of a phone. */
export const useWideScreen = (): boolean => useSyncExternalStore(onMediaChange, () => WIDE.matches);
