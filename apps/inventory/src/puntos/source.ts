import type { FuentePunto } from '@acequia/contracts';

/** The wire or the field that a point reads: no two points of a board, or of a company's nodes, may read the same. '' = a program sends. */
export const sourceKey = (fuente: FuentePunto): string => {
  if (fuente.tipo === 'placa') return `pin ${fuente.pin}`;
  if (fuente.tipo === 'lorawan') return fieldKey(fuente.dev_eui, fuente.ruta);
  return fuente.tipo === 'mensaje' ? fuente.ruta : '';
};

/** As {@link sourceKey} of a point that reads this field of a node. */
export const fieldKey = (dev_eui: string, ruta: string): string => `${dev_eui} ${ruta}`;
