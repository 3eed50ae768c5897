import { readUsuario } from './session.js';

/** A name for an address of the console: a list with its search, filters and order. */
export interface SavedView {
  nombre: string;
  /** Path and search. */
  address: string;
}

const keyOf = (): string => `vistas:${readUsuario()?.id ?? 0}`;

const isView = (one: unknown): one is SavedView =>
  typeof one === 'object' &&
  one !== null &&
  typeof (one as SavedView).nombre === 'string' &&
  // A path of this console, never another site.
  /^\/(?!\/)/.test(String((one as SavedView).address));

/** The person's views, kept in this browser; an unreadable store is empty. */
export function savedViews(): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

const store = (views: readonly SavedView[]): SavedView[] => {
  localStorage.setItem(keyOf(), JSON.stringify(views));
  return [...views];
};

const isSame = (one: SavedView, { nombre, address }: SavedView): boolean =>
  one.nombre === nombre && pathOf(one) === pathOf({ address });

/** Adds a view; one of the same screen and name is replaced. */
export const saveView = (view: SavedView): SavedView[] =>
  store([...savedViews().filter((one) => !isSame(one, view)), view]);

export const removeView = (view: SavedView): SavedView[] => store(savedViews().filter((one) => !isSame(one, view)));

export const pathOf = ({ address }: Pick<SavedView, 'address'>): string => address.split('?')[0] ?? '';

/** The address of what a list shows. The page is left out: rows come and go, so that it would show others. */
export function addressOf(path: string, params: URLSearchParams): string {
  const kept = new URLSearchParams(params);
  kept.delete('pagina');
  const search = kept.toString();
  return search === '' ? path : `${path}?${search}`;
}
