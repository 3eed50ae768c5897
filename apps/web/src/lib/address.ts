import { useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { UNSAFE_DataRouterContext, type createBrowserRouter } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;
/** '' takes the key out of the address. */
export type Cambios = Readonly<Record<string, string>>;

/**
 * The search of this screen's address, a change that is still on its way included. The router's own `useSearchParams` knows only what
 * was rendered: of two changes before a render it lost the first, and a field that shows its value from it went back for a moment,
 * under the fingers of who was typing.
 */
export function busquedaDe({ state }: Router): string {
  const { location, navigation } = state;
  return navigation.location?.pathname === location.pathname ? navigation.location.search : location.search;
}

/** Changes those keys of the address, and no others. A person who has already left for another screen is not called back. */
export function cambiarBusqueda(router: Router, cambios: Cambios, replace = true): void {
  const { location, navigation } = router.state;
  if (navigation.location && navigation.location.pathname !== location.pathname) return;
  const params = new URLSearchParams(busquedaDe(router));
  for (const [clave, valor] of Object.entries(cambios))
    if (valor) params.set(clave, valor);
    else params.delete(clave);
  void router.navigate(
    { pathname: location.pathname, search: params.toString() },
    { replace, preventScrollReset: true },
  );
}

export interface Direccion {
  params: URLSearchParams;
  /** `nuevaEntrada`: Back undoes it; otherwise it stands in place of the address before it. */
  cambiar: (cambios: Cambios, nuevaEntrada?: boolean) => void;
}

/** What a screen keeps in its address, so that a link or a reload shows the same: filters, order, page, company. */
export function useDireccion(): Direccion {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  if (!router) throw new Error('useDireccion outside the router');
  const busqueda = useSyncExternalStore(router.subscribe, () => busquedaDe(router));
  return {
    params: useMemo(() => new URLSearchParams(busqueda), [busqueda]),
    cambiar: useCallback(
      (cambios: Cambios, nuevaEntrada = false) => cambiarBusqueda(router, cambios, !nuevaEntrada),
      [router],
    ),
  };
}
