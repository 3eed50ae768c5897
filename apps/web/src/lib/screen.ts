import { useSyncExternalStore } from 'react';

/** Chakra's `md` breakpoint: from here up a list is a table, below it is cards. */
const ANCHA = window.matchMedia('(min-width: 48rem)');

function alCambiar(oyente: () => void): () => void {
  ANCHA.addEventListener('change', oyente);
  return () => ANCHA.removeEventListener('change', oyente);
}

/** True where a table fits. Drawing only one of the two faces halves the work of a phone. */
export const usePantallaAncha = (): boolean => useSyncExternalStore(alCambiar, () => ANCHA.matches);
