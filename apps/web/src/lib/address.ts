import { useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { UNSAFE_DataRouterContext, type createBrowserRouter } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;
/** '' takes the key out of the address. */
export type Changes = Readonly<Record<string, string>>;

/**
 * The search of this screen's address, a change that is still on its way included. The router's own `useSearchParams` knows only what
 * was rendered: of two changes before a render it lost the first, and a field that shows its value from it went back for a moment,
 * under the fingers of who was typing.
 */
export function searchOf({ state }: Router): string {
  const { location, navigation } = state;
  return navigation.location?.pathname === location.pathname ? navigation.location.search : location.search;
}

/** Changes those keys of the address, and no others. A person who has already left for another screen is not called back. */
export function changeSearch(router: Router, cambios: Changes, replace = true): void {
  const { location, navigation } = router.state;
  if (navigation.location && navigation.location.pathname !== location.pathname) return;
  const params = new URLSearchParams(searchOf(router));
  for (const [clave, value] of Object.entries(cambios))
    if (value) params.set(clave, value);
    else params.delete(clave);
  void router.navigate(
    { pathname: location.pathname, search: params.toString() },
    { replace, preventScrollReset: true },
  );
}

export interface Address {
  params: URLSearchParams;
  /** `nuevaEntrada`: Back undoes it; otherwise it stands in place of the address before it. */
  change: (cambios: Changes, newEntry?: boolean) => void;
}

/** What a screen keeps in its address, so that a link or a reload shows the same: filters, order, page, company. */
export function useAddress(): Address {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  if (!router) throw new Error('useDireccion outside the router');
  const search = useSyncExternalStore(router.subscribe, () => searchOf(router));
  return {
    params: useMemo(() => new URLSearchParams(search), [search]),
    change: useCallback((cambios: Changes, newEntry = false) => changeSearch(router, cambios, !newEntry), [router]),
  };
}
