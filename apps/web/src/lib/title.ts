import { useEffect } from 'react';
import { useMatches } from 'react-router-dom';

const PRODUCT = 'Acequia';

/** "{page title} | Acequia", or the product's name alone when the page has none. */
export const tabTitle = (title?: string): string => (title ? `${title} | ${PRODUCT}` : PRODUCT);

/** Keeps the browser tab's title at the current route's `handle.titulo`. */
export function useTitle(): void {
  const matches = useMatches();
  const handle = matches.at(-1)?.handle as { title?: string } | undefined;
  const title = handle?.title;
  useEffect(() => {
    document.title = tabTitle(title);
  }, [title]);
}
