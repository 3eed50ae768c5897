import { useSyncExternalStore, type FocusEvent } from 'react';

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

/** For the focus events of a row that scrolls sideways: a browser does not scroll to a button of which a part is in sight. */
export const showWhole = ({ target }: FocusEvent): void =>
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
