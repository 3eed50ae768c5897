export type DeviceAction = 'encender' | 'apagar';

export interface DeviceOrder {
  accion: DeviceAction;
  /** `enviando` until the cloud answers, then `leyendo` until the relay has been read again. */
  estado: 'enviando' | 'leyendo' | 'hecho' | 'rechazado' | 'sin_respuesta';
  /** The server's reason. */
  detalle: string | null;
}

export const isSettled = (order: DeviceOrder | null): boolean =>
  order === null || (order.estado !== 'enviando' && order.estado !== 'leyendo');
