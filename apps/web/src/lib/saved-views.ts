import { type Vista, vistaAddress } from '@acequia/contracts';

/** Path of a view's list; '' for an address that is none of the console's. */
export const pathOf = ({ direccion }: Pick<Vista, 'direccion'>): string => vistaAddress(direccion)?.pathname ?? '';

const isSame = (one: Vista, another: Vista): boolean =>
  one.nombre === another.nombre && pathOf(one) === pathOf(another);

/** Adds a view; one of the same list and name is replaced. */
export const withView = (vistas: readonly Vista[], vista: Vista): Vista[] => [...withoutView(vistas, vista), vista];

export const withoutView = (vistas: readonly Vista[], vista: Vista): Vista[] =>
  vistas.filter((one) => !isSame(one, vista));

/** The address of what a list shows. The page is left out: rows come and go, so that it would show others. */
export function addressOf(path: string, params: URLSearchParams): string {
  const kept = new URLSearchParams(params);
  kept.delete('pagina');
  const search = kept.toString();
  return search === '' ? path : `${path}?${search}`;
}
