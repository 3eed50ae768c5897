import { useSyncExternalStore, type FocusEvent } from 'react';

/** Chakra's `md` breakpoint: a list is a table from this width up, and cards below it. */
const WIDE = window.matchMedia('(min-width: 48rem)');

function onMediaChange(listener: () => void): () => void {
  WIDE.addEventListener('change', listener);
  return () => WIDE.removeEventListener('change', listener);
}

/** True where a table fits. Rendering only one of the two layouts halves a phone's work. */
export const useWideScreen = (): boolean => useSyncExternalStore(onMediaChange, () => WIDE.matches);

/** For the focus events of a row that scrolls sideways: a browser does not scroll to a button of which a part is in sight. */
export const showWhole = ({ target }: FocusEvent): void =>
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
