// Apart from the schemas, so that a browser can load this without zod.

/** A shelly_pro3m is a centinela (energy meter); the protocol compares without regard to case. */
export const isCentinela = (tipo: string): boolean => tipo.toLowerCase() === 'shelly_pro3m';

/**
 * Why a reading is missing, old or doubtful. {@link TEXTO_MOTIVO} holds the screen text; a device that is simply off, or reads
 * well, has none.
 */
export const DISPOSITIVO_REASONS = [
  'sin_leer',
  'suspendido',
  'vencido',
  'sin_configurar',
  'servidor_no_permitido',
  'clave_invalida',
  'sin_conexion',
  'limite',
  'nube_sin_respuesta',
  'nube_con_error',
  'dispositivo_desconocido',
  'respuesta_ilegible',
  'medidor_con_falla',
  'sin_temporizador',
] as const;
export type DispositivoReason = (typeof DISPOSITIVO_REASONS)[number];

export const REASON_TEXT: Readonly<Record<DispositivoReason, string>> = {
  sin_leer: 'Todavía no se ha leído el dispositivo.',
  suspendido: 'El dispositivo está suspendido.',
  vencido: 'El dispositivo está vencido.',
  sin_configurar: 'Faltan el servidor, la clave o el ID del dispositivo.',
  servidor_no_permitido: 'El servidor del dispositivo no está permitido.',
  clave_invalida: 'La nube no acepta la clave del dispositivo.',
  sin_conexion: 'El dispositivo está sin conexión.',
  limite: 'La nube pide esperar: demasiadas consultas a la cuenta.',
  nube_sin_respuesta: 'La nube del dispositivo no responde.',
  nube_con_error: 'La nube del dispositivo respondió con un error.',
  dispositivo_desconocido: 'La nube no conoce ese ID de dispositivo.',
  respuesta_ilegible: 'La nube respondió algo que no se entiende.',
  medidor_con_falla: 'El medidor reporta una falla de medición.',
  sin_temporizador: 'La nube de este dispositivo no sabe apagarlo sola: no se enciende por un tiempo.',
};
