import { useEffect } from 'react';
import { useMatches } from 'react-router-dom';

export const PRODUCT = 'Acequia';

/** "{page title} | Acequia", or only the product's name for a page without a title. */
export const tabTitle = (title?: string): string => (title ? `${title} | ${PRODUCT}` : PRODUCT);

/** Sets the browser tab's title to the current route's `handle.title`. */
export function useTitle(): void {
  const matches = useMatches();
  const handle = matches.at(-1)?.handle as { title?: string } | undefined;
  const title = handle?.title;
  useEffect(() => {
    document.title = tabTitle(title);
  }, [title]);
}
