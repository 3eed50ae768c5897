import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { currentRouter, type Router } from './router.js';

/** An empty value removes the key from the address. */
export type Changes = Readonly<Record<string, string>>;

/**
 * The search part of this screen's address, including a pending change. The router's own `useSearchParams` only has the rendered one: of
 * two changes before a render it lost the first, and a field bound to the address jumped back while a person typed.
 */
export function searchOf({ state }: Router): string {
  const { location, navigation } = state;
  return navigation.location?.pathname === location.pathname ? navigation.location.search : location.search;
}

/** Changes the given keys of the address and keeps the others. Does nothing when a navigation to another screen is pending. */
export function changeSearch(router: Router, changes: Changes, replace = true): void {
  const { location, navigation } = router.state;
  if (navigation.location && navigation.location.pathname !== location.pathname) return;
  const params = new URLSearchParams(searchOf(router));
  for (const [key, value] of Object.entries(changes))
    if (value) params.set(key, value);
    else params.delete(key);
  void router.navigate(
    { pathname: location.pathname, search: params.toString(), hash: location.hash },
    { replace, preventScrollReset: true },
  );
}

export interface Address {
  params: URLSearchParams;
  /** `newEntry`: adds a history entry that Back undoes; otherwise the change replaces the current one. */
  change: (changes: Changes, newEntry?: boolean) => void;
}

/** A screen's state in the address (filters, order, page, company), so that a link or a reload shows the same. */
export function useAddress(): Address {
  const router = currentRouter();
  const search = useSyncExternalStore(router.subscribe, () => searchOf(router));
  return {
    params: useMemo(() => new URLSearchParams(search), [search]),
    change: useCallback((changes: Changes, newEntry = false) => changeSearch(router, changes, !newEntry), [router]),
  };
}
