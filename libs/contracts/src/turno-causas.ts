// Apart from the schemas, so that a browser can load this without zod.

/**
 * Why turns fail. sin_agua, poca_agua, mucha_agua: they ran, and their meter says otherwise; sin_medir: their volume was to be counted,
 * and their meter counted nothing; objeto: the switch or device itself,
 * as `motivo` says.
 */
export const CAUSAS_FALLO = [
  'corriente',
  'sin_conexion',
  'reloj',
  'placa',
  'bomba',
  'servicio',
  'objeto',
  'sin_agua',
  'poca_agua',
  'mucha_agua',
  'sin_medir',
] as const;
export type CausaFallo = (typeof CAUSAS_FALLO)[number];
