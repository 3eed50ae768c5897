import { useEffect } from 'react';
import { useMatches } from 'react-router-dom';

export const PRODUCT = 'Acequia';

/** "{page title} | Acequia", or only the product's name for a page without a title. */
export const tabTitle = (title?: string): string => (title ? `${title} | ${PRODUCT}` : PRODUCT);

interface Named {
  title?: string;
}

/** Sets the browser tab's title to the `handle.title` of the current route, or of the nearest one around it. */
export function useTitle(): void {
  const titles = useMatches().map(({ handle }) => (handle as Named | undefined)?.title);
  const title = titles.findLast((one) => one !== undefined);
  useEffect(() => {
    document.title = tabTitle(title);
  }, [title]);
}
