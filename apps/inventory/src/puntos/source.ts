import type { DePlaca, FuentePunto } from '@acequia/contracts';

/** The wire or the field that a point reads: no two points of a board, or of a company's nodes, may read the same. '' = a program sends. */
export const sourceKey = (fuente: FuentePunto): string => {
  if (fuente.tipo === 'placa') return lineKey(fuente);
  if (fuente.tipo === 'lorawan') return fieldKey(fuente.dev_eui, fuente.ruta);
  if (fuente.tipo === 'sensor') return `sensor ${fuente.pin} ${fuente.ch}`;
  if (fuente.tipo === 'centinela') return `centinela ${fuente.dispositivo_id} ${fuente.campo}`;
  return fuente.tipo === 'mensaje' ? fuente.ruta : '';
};

/** As {@link sourceKey} of a point that reads this field of a node. */
export const fieldKey = (dev_eui: string, ruta: string): string => `${dev_eui} ${ruta}`;

const lineKey = (fuente: DePlaca): string => {
  if (fuente.driver === 'modbus') return `modbus ${fuente.addr} ${fuente.fn} ${fuente.reg}`;
  if (fuente.driver === 'ds18b20') return `1-wire ${fuente.addr}`;
  return 'ch' in fuente ? `${fuente.driver} ${fuente.addr} ${fuente.ch}` : `pin ${fuente.pin}`;
};
