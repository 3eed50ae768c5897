import { useSyncExternalStore } from 'react';

export type ColorMode = 'light' | 'dark';
const KEY = 'acequia-tema';

const current = (): ColorMode => (document.documentElement.classList.contains('dark') ? 'dark' : 'light');

export function setColorMode(mode: ColorMode): void {
  const root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(mode);
  root.style.colorScheme = mode;
  try {
    localStorage.setItem(KEY, mode);
  } catch {
    // Storage is disabled: the choice lasts until the page is closed.
  }
}

/** The colour mode that `public/tema.js` set, or the one that the person chose since: canvases are drawn by it, CSS by the class alone. */
export function useColorMode(): ColorMode {
  return useSyncExternalStore((notify) => {
    const watch = new MutationObserver(notify);
    watch.observe(document.documentElement, { attributeFilter: ['class'] });
    return () => watch.disconnect();
  }, current);
}
