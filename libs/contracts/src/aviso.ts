import { z } from 'zod';
import { ESPERA_MAXIMA_S, ESTADOS_AVISO, SEVERIDADES, TIPOS_AVISO } from './aviso-tipos.js';
import {
  Bandera,
  BanderaSalida,
  Id,
  IdTexto,
  Milisegundos,
  opcional,
  textoOpcional,
  textoRequerido,
} from './common.js';

const Tipo = z.enum(TIPOS_AVISO);
const Severidad = z.enum(SEVERIDADES);
const EstadoAviso = z.enum(ESTADOS_AVISO);

/** An alarm: something is, or was, wrong. */
export const Aviso = z.object({
  id: Id,
  empresa_id: Id,
  tipo: Tipo,
  severidad: Severidad,
  estado: EstadoAviso,
  /** When the condition began, and when it ended; null = it has not. */
  desde: Milisegundos,
  hasta: Milisegundos.nullable(),
  /** What and where, in Spanish. */
  texto: z.string(),
  placa_id: Id.nullable(),
  switch_id: Id.nullable(),
  dispositivo_id: Id.nullable(),
  sitio: z.string().nullable(),
  /** The name of whoever acknowledged it, with their note. */
  reconocido_por: z.string().nullable(),
  reconocido_ts: Milisegundos.nullable(),
  nota: z.string().nullable(),
  /** How often it came back within its hour. */
  veces: z.number().int(),
  /** A silence keeps it from being told. */
  silenciado: BanderaSalida,
  /** How its messages fare: the worst of them; null = none was due. */
  entrega: z.enum(['pendiente', 'enviado', 'fallido']).nullable(),
});
export type Aviso = z.infer<typeof Aviso>;

export const AVISOS_MAXIMO = 500;
/** `abierto` = disparado or reconocido. */
export const AvisosConsulta = z.object({
  empresa_id: IdTexto.optional(),
  estado: z.enum(['abierto', ...ESTADOS_AVISO]).optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'Debe ser un número')
    .transform(Number)
    .pipe(z.number().min(1).max(AVISOS_MAXIMO))
    .optional(),
});
/** The same between services. */
export const AvisosPedido = z.object({
  empresa_id: Id.optional(),
  estado: z.enum(['abierto', ...ESTADOS_AVISO]).optional(),
  limit: z.number().int().min(1).max(AVISOS_MAXIMO).default(200),
});

export const AvisoReconocer = z.object({ nota: textoOpcional(300) }).default({ nota: '' });
export const AvisosReconocer = z.object({ ids: z.array(Id).min(1).max(AVISOS_MAXIMO), nota: textoOpcional(300) });

/** One message that an alarm caused. */
export const EntregaAviso = z.object({
  /** The number that the message shows. */
  numero: Id.nullable(),
  canal: z.enum(['telegram', 'correo', 'webhook']),
  /** Where it went, without what is secret about it. */
  destino: z.string(),
  clase: z.enum(['disparo', 'cambio', 'resuelto']),
  estado: z.enum(['pendiente', 'enviado', 'fallido', 'descartado']),
  detalle: z.string().nullable(),
  ts: Milisegundos,
});
export type EntregaAviso = z.infer<typeof EntregaAviso>;

const Hora = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'La hora debe tener la forma HH:MM');

/** What a rule or a silence is about; all absent = the whole company. */
const Objeto = {
  placa_id: opcional(Id).optional(),
  switch_id: opcional(Id).optional(),
  dispositivo_id: opcional(Id).optional(),
  sitio: opcional(textoRequerido(120)).optional(),
};

const unSoloObjeto = (body: { [K in keyof typeof Objeto]?: unknown }): boolean =>
  [body.placa_id, body.switch_id, body.dispositivo_id, body.sitio].filter((one) => one !== null && one !== undefined)
    .length <= 1;
const UN_OBJETO = { message: 'Elige una sola cosa: placa, switch, dispositivo o sitio', path: ['sitio'] };

/** Body of PUT /avisos/reglas: replaces the rule of that company, tipo and object. What is absent is as it comes. */
export const ReglaGuardar = z
  .object({
    empresa_id: Id,
    tipo: Tipo,
    activa: Bandera,
    espera_s: opcional(z.number().int().min(0).max(ESPERA_MAXIMA_S)).optional(),
    umbral: opcional(z.number().min(-1_000_000).max(1_000_000)).optional(),
    histeresis: opcional(z.number().min(0).max(1_000_000)).optional(),
    severidad: opcional(Severidad).optional(),
    /** It alarms between these hours of the company's zone only; the second may lie past midnight. */
    hora_desde: opcional(Hora).optional(),
    hora_hasta: opcional(Hora).optional(),
    ...Objeto,
  })
  .refine(unSoloObjeto, UN_OBJETO)
  .refine((body) => (body.hora_desde ?? null) === null || (body.hora_hasta ?? null) !== null, {
    message: 'Falta la hora en que termina',
    path: ['hora_hasta'],
  });
export type ReglaGuardar = z.infer<typeof ReglaGuardar>;

/** A rule as it holds. */
export const Regla = z.object({
  /** null = nobody wrote one: this is how it comes. */
  id: Id.nullable(),
  empresa_id: Id,
  tipo: Tipo,
  activa: BanderaSalida,
  espera_s: z.number().int(),
  umbral: z.number().nullable(),
  histeresis: z.number().nullable(),
  severidad: Severidad,
  hora_desde: z.string().nullable(),
  hora_hasta: z.string().nullable(),
  placa_id: Id.nullable(),
  switch_id: Id.nullable(),
  dispositivo_id: Id.nullable(),
  sitio: z.string().nullable(),
});
export type Regla = z.infer<typeof Regla>;

/** Body of POST /avisos/silencios. */
export const SilencioGuardar = z
  .object({ empresa_id: Id, hasta: Milisegundos, motivo: textoRequerido(200), ...Objeto })
  .refine(unSoloObjeto, UN_OBJETO);
export type SilencioGuardar = z.infer<typeof SilencioGuardar>;

export const Silencio = z.object({
  id: Id,
  empresa_id: Id,
  desde: Milisegundos,
  hasta: Milisegundos,
  placa_id: Id.nullable(),
  switch_id: Id.nullable(),
  dispositivo_id: Id.nullable(),
  sitio: z.string().nullable(),
  motivo: z.string(),
  usuario_nombre: z.string(),
});
export type Silencio = z.infer<typeof Silencio>;

/** Body of POST /empresas/{id}/telegram/probar; what is absent or empty is as it is stored. */
export const TelegramProbar = z
  .object({ token_telegram: textoOpcional(200), telegram_chat_id: textoOpcional(64) })
  .default({ token_telegram: '', telegram_chat_id: '' });
export const TelegramProbado = z.object({ ok: z.literal(true) });

/** The code that a person sends to the company's bot so that its buttons obey them. */
export const TelegramCodigo = z.object({
  codigo: z.string(),
  vence: Milisegundos,
  /** Already linked: since when; null = not. */
  vinculado_desde: Milisegundos.nullable(),
});
export type TelegramCodigo = z.infer<typeof TelegramCodigo>;

export const CANALES_AVISO = ['correo', 'webhook'] as const;
/** Who else is told, beside the company's Telegram chat. */
export const CanalGuardar = z.object({
  empresa_id: Id,
  canal: z.enum(CANALES_AVISO),
  /** A mail address or an https URL. */
  destino: textoRequerido(300),
  severidad_minima: Severidad.default('media'),
  activo: Bandera.default(1),
});
export type CanalGuardar = z.infer<typeof CanalGuardar>;
export const Canal = z.object({
  id: Id,
  empresa_id: Id,
  canal: z.enum(CANALES_AVISO),
  destino: z.string(),
  severidad_minima: Severidad,
  activo: BanderaSalida,
  /** Of a webhook: with it each call is signed. Shown once, on creation. */
  secreto: z.string().nullable(),
});
export type Canal = z.infer<typeof Canal>;
