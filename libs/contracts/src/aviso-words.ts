// Apart from the schemas, so that a browser can load this without zod.

/** Most urgent first. */
export const SEVERITIES = ['critica', 'alta', 'media', 'baja'] as const;
export type Severidad = (typeof SEVERITIES)[number];

export const ESTADOS_AVISO = ['disparado', 'reconocido', 'resuelto'] as const;
export type EstadoAviso = (typeof ESTADOS_AVISO)[number];

/** Channel types. `telegram` = the empresa's chat or a person's own; `push` = a person's browsers; `sms` = a person's verified number. */
export const AVISO_CHANNELS = ['telegram', 'correo', 'webhook', 'push', 'sms'] as const;
export type AvisoChannel = (typeof AVISO_CHANNELS)[number];
/** Longest escalation delay, minutes. */
export const MAX_ESCALATION_MIN = 24 * 60;

/** What an alarm is about. `empresa`: its plan or its people. */
export const OBJETOS_AVISO = ['placa', 'switch', 'punto', 'dispositivo', 'sitio', 'empresa'] as const;
export type AvisoTarget = (typeof OBJETOS_AVISO)[number];
