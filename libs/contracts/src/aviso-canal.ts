import { z } from 'zod';
import { Severity } from './aviso.js';
import { AVISO_CHANNELS, MAX_ESCALATION_MIN } from './aviso-words.js';
import { Flag, FlagOutput, Id, Milliseconds, optional, requiredText, TextId } from './common.js';
import { hoursIn } from './hours.js';
import { Hora } from './programa.js';

const Channel = z.enum(AVISO_CHANNELS);

/** When a channel sends, and for which alarms; the same on creation and in updates. */
const settings = {
  /** Sends alarms of this severity or worse. */
  severidad_minima: Severity.default('baja'),
  /** Sends between these hours of the empresa's zone; alarms outside them wait. The second hour may be past midnight. */
  hora_desde: optional(Hora).optional(),
  hora_hasta: optional(Hora).optional(),
  /** Sends only alarms still unacknowledged after this many minutes; 0 = at once. */
  escalar_min: z.number().int().min(0).max(MAX_ESCALATION_MIN).default(0),
  activo: Flag.default(1),
};

const hours = hoursIn('hora_desde', 'hora_hasta');

/** Channels that lead to a person and not to an address. */
export const isOfPerson = (canal: string): boolean => canal === 'telegram' || canal === 'sms';

/** Body of POST /avisos/canales: a mail address, an https URL, or a person: their linked Telegram, or their verified number. */
export const ChannelSave = z
  .object({
    empresa_id: Id,
    canal: z.enum(['correo', 'webhook', 'telegram', 'sms']),
    destino: optional(requiredText(300)).optional(),
    usuario_id: optional(Id).optional(),
    ...settings,
  })
  .superRefine(hours)
  .refine(({ canal, destino }) => isOfPerson(canal) || (destino ?? null) !== null, {
    message: 'Escribe a dónde se avisa',
    path: ['destino'],
  })
  .refine(({ canal, usuario_id }) => !isOfPerson(canal) || (usuario_id ?? null) !== null, {
    message: 'Elige a la persona',
    path: ['usuario_id'],
  })
  .meta({ example: { empresa_id: 7, canal: 'correo', destino: 'ana@ejemplo.mx' } });
export type ChannelSave = z.infer<typeof ChannelSave>;

/** Body of PUT /avisos/canales/:id; the destination does not change. */
export const ChannelUpdate = z.object(settings).superRefine(hours);
export type ChannelUpdate = z.infer<typeof ChannelUpdate>;

/** A channel: the recipient of an empresa's alarms, which alarms, and when. */
export const Canal = z.object({
  id: Id,
  empresa_id: Id,
  canal: Channel,
  /** `empresa` = the empresa's own Telegram chat; `usuario:<id>` = a person's; else an address. */
  destino: z.string(),
  usuario_id: Id.nullable(),
  severidad_minima: Severity,
  hora_desde: z.string().nullable(),
  hora_hasta: z.string().nullable(),
  escalar_min: z.number().int(),
  activo: FlagOutput,
  /** For a webhook: the key that signs each call. Shown once, on creation. */
  secreto: z.string().nullable(),
  /** Health: failures in a row, the reason, and why button presses are not received; null = no problem. */
  fallos: z.number().int(),
  fallo: z.string().nullable(),
  sin_botones: z.string().nullable(),
  /** Its weekly try: the day of the last one, YYYY-MM-DD, and how many have failed in a row. */
  prueba_dia: z.string().nullish(),
  pruebas_falladas: z.number().int().optional(),
});
export type Canal = z.infer<typeof Canal>;

/** Settings for all channels of an empresa. */
const Settings = z.object({
  empresa_id: Id,
  /** Quiet hours: only `descanso_severidad` or worse is sent, the rest waits; null = none. */
  descanso_desde: optional(Hora),
  descanso_hasta: optional(Hora),
  descanso_severidad: Severity.default('critica'),
  /** When yesterday's summary is sent; null = never. */
  resumen_hora: optional(Hora),
  /** What the company's communicator is; null = nobody said. Absent in a body it stays. */
  comunicador: optional(z.enum(['modem', 'router'])).optional(),
});
export type Comunicador = NonNullable<z.infer<typeof Settings>['comunicador']>;

/** Whether the communicator works: the modem by its last SMS, the router by the boards behind it. */
export const ComunicadorEstado = z.object({
  /** sin_modem: it is said to be the server's modem, and the server has none; sin_saber: nothing has been sent, or heard, yet. */
  estado: z.enum(['bien', 'callado', 'sin_modem', 'sin_saber']),
  /** When an SMS left last, or a board was heard last. */
  bien_ts: Milliseconds.nullable(),
  /** When an SMS failed last; null of a router. */
  mal_ts: Milliseconds.nullable(),
});
export type ComunicadorEstado = z.infer<typeof ComunicadorEstado>;

export const AvisosSettings = Settings.extend({ comunicador_estado: ComunicadorEstado.nullish() });
export type AvisosSettings = z.infer<typeof AvisosSettings>;

/** Body of PUT /avisos/ajustes. What was stored before is answered as it is. */
export const AvisosSettingsSave = Settings.superRefine(hoursIn('descanso_desde', 'descanso_hasta')).meta({
  example: { empresa_id: 7, descanso_desde: '22:00', descanso_hasta: '06:00', resumen_hora: '07:00' },
});
export type AvisosSettingsSave = z.infer<typeof AvisosSettingsSave>;

/** A person's quiet hours, in the zone of the alarm's empresa: what is less severe is not told to them in person, nor later. */
export const Descanso = AvisosSettings.pick({ descanso_desde: true, descanso_hasta: true, descanso_severidad: true });
export type Descanso = z.infer<typeof Descanso>;

/** Body of PUT /usuarios/yo/descanso. */
export const DescansoSave = Descanso.superRefine(hoursIn('descanso_desde', 'descanso_hasta')).meta({
  example: { descanso_desde: '22:00', descanso_hasta: '06:00' },
});

const Clase = z.enum(['disparo', 'cambio', 'resuelto']);

/** One message of an alarm. */
export const EntregaAviso = z.object({
  /** The number shown in the message. */
  numero: Id.nullable(),
  canal: Channel,
  /** The destination, without its secret part. */
  destino: z.string(),
  clase: Clase,
  estado: z.enum(['pendiente', 'enviado', 'fallido', 'descartado']),
  detalle: z.string().nullable(),
  /** Waits until then because of quiet hours or an escalation; null = not waiting. */
  no_antes: Milliseconds.nullable(),
  ts: Milliseconds,
});
export type EntregaAviso = z.infer<typeof EntregaAviso>;

export const MAX_MENSAJES = 200;
export const MensajesQuery = z.object({
  empresa_id: TextId.optional(),
  estado: z.enum(['pendiente', 'enviado', 'fallido']).optional(),
});
export const MensajesRequest = z.object({
  empresa_id: Id.optional(),
  estado: z.enum(['pendiente', 'enviado', 'fallido']).optional(),
});

/** A message that was sent or is being retried. */
export const MensajeAviso = z.object({
  numero: Id,
  empresa_id: Id,
  canal: Channel,
  destino: z.string(),
  estado: z.enum(['pendiente', 'enviado', 'fallido']),
  /** Why it has not arrived, in Spanish; null = no reason known. */
  detalle: z.string().nullable(),
  intentos: z.number().int(),
  creado: Milliseconds,
  enviado: Milliseconds.nullable(),
  texto: z.string(),
  avisos: z.array(Id),
  /** The weekly try of its channel. */
  prueba: FlagOutput.optional(),
});
export type MensajeAviso = z.infer<typeof MensajeAviso>;

/** State of the caller's Telegram link. */
export const TelegramLink = z.object({
  vinculado_desde: Milliseconds.nullable(),
  /** The empresa's bot, `@nombre`, that receives the code; null = there is none, or it does not answer. */
  bot: z.string().nullable(),
});
export type TelegramLink = z.infer<typeof TelegramLink>;

const Base64Url = z
  .string()
  .regex(/^[A-Za-z0-9_-]{16,200}$/, 'No es una clave de suscripción')
  .meta({ example: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQ' });
const Endpoint = z
  .url({ protocol: /^https?$/, error: 'La dirección de la suscripción no es válida' })
  .max(1_000)
  .meta({ example: 'https://push.example.com/s/1' });

const subscription = {
  severidad_minima: Severity.default('media'),
  /** The person's name for the browser. */
  nombre: requiredText(120),
};
/** A browser's subscription in the shape of `PushSubscription.toJSON()`. */
export const PushSave = z.object({
  endpoint: Endpoint,
  keys: z.object({ p256dh: Base64Url, auth: Base64Url }),
  ...subscription,
});
export type PushSave = z.infer<typeof PushSave>;
/** PushSave between services; its secrets are top-level fields, where the bus seals them. */
export const PushRequest = z.object({ endpoint: Endpoint, p256dh: Base64Url, auth_key: Base64Url, ...subscription });
export type PushRequest = z.infer<typeof PushRequest>;

export const PushKey = z.object({
  clave: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'No es una suscripción')
    .meta({ example: '0123456789abcdef0123456789abcdef' }),
});
/** `clave` = the first 32 hexadecimal digits of the SHA-256 of the endpoint. */
export const PushSubscriptionBody = z.object({
  clave: z.string(),
  nombre: z.string(),
  severidad_minima: Severity,
  desde: Milliseconds,
  /** Why the last message did not arrive; null = it did. */
  fallo: z.string().nullable(),
});
export type PushSubscriptionBody = z.infer<typeof PushSubscriptionBody>;
export const PushEstado = z.object({
  /** `applicationServerKey` for a new subscription. */
  clave_publica: z.string(),
  suscripciones: z.array(PushSubscriptionBody),
});
export type PushEstado = z.infer<typeof PushEstado>;
