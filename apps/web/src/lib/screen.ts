import { useDeferredValue, useSyncExternalStore, type FocusEvent } from 'react';

/** More rows than any screen shows at once. */
const FIRST_ROWS = 12;

function fits(query: string): () => boolean {
  const media = window.matchMedia(query);
  const subscribe = (listener: () => void): (() => void) => {
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, () => media.matches);
}

/** True from Chakra's `md` breakpoint on, where a list is a table; below it, it is cards. Rendering only one of the two halves a phone's work. */
export const useWideScreen = fits('(min-width: 48rem)');

/** True where the menu is a rail beside the screen (frame.css); below, it is a sheet that the tabs at the bottom open. */
export const useDesk = fits('(min-width: 64rem)');

/** At first the rows that a screen shows, and all of them once those are drawn: hundreds take a slow phone a second. */
export function useVisibleFirst<Row>(rows: readonly Row[]): readonly Row[] {
  const complete = useDeferredValue(true, false);
  return complete ? rows : rows.slice(0, FIRST_ROWS);
}

/** For the focus events of a row that scrolls sideways: a browser does not scroll to a button of which a part is in sight. */
export const showWhole = ({ target }: FocusEvent): void =>
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
