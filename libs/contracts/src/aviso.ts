import { z } from 'zod';
import type { AvisoDatos } from './aviso-datos.js';
import { AVISO_TYPES, MAX_WAIT_S, typeOfAviso } from './aviso-tipos.js';
import { ESTADOS_AVISO, SEVERITIES } from './aviso-words.js';
import { hoursIn } from './hours.js';
import { Hora } from './programa.js';
import { Flag, FlagOutput, Id, TextId, Milliseconds, optional, optionalText, requiredText } from './common.js';

const Tipo = z.enum(AVISO_TYPES);
export const Severity = z.enum(SEVERITIES);
const EstadoAviso = z.enum(ESTADOS_AVISO);

/** Made by one service from checked values, so that only the compiler has to know their shape. */
const Datos = z.record(z.string(), z.unknown()) as unknown as z.ZodType<AvisoDatos>;

export const Aviso = z.object({
  id: Id,
  empresa_id: Id,
  tipo: Tipo,
  severidad: Severity,
  estado: EstadoAviso,
  /** When the condition began and ended; `hasta` null = it has not ended. */
  desde: Milliseconds,
  hasta: Milliseconds.nullable(),
  /** What and where, in Spanish. */
  texto: z.string(),
  /** The same as data, by its tipo; null or absent: an alarm from before they were stored. */
  datos: Datos.nullish(),
  placa_id: Id.nullable(),
  switch_id: Id.nullable(),
  dispositivo_id: Id.nullable(),
  /** null or absent: of no point. */
  punto_id: Id.nullish(),
  sitio: z.string().nullable(),
  /** Name of the person who acknowledged it, with their note. */
  reconocido_por: z.string().nullable(),
  /** null or absent: known by name only. */
  reconocido_por_id: Id.nullable().optional(),
  reconocido_ts: Milliseconds.nullable(),
  nota: z.string().nullable(),
  /** Name of the person who has taken charge of it; null or absent = nobody. */
  encargado: z.string().nullish(),
  encargado_id: Id.nullish(),
  encargado_ts: Milliseconds.nullish(),
  /** Of an open alarm: since when its condition is gone; it ends if that lasts. null or absent = the condition holds. */
  calma_desde: Milliseconds.nullish(),
  /** How often the condition came back within an hour. */
  veces: z.number().int(),
  /** 1 while a silencio keeps it from being sent. */
  silenciado: FlagOutput,
  /** Worst delivery state of its messages; null = no message was due. */
  entrega: z.enum(['pendiente', 'enviado', 'fallido']).nullable(),
});
export type Aviso = z.infer<typeof Aviso>;

export const MAX_AVISOS = 500;
/** `abierto` = disparado or reconocido. */
export const AvisosQuery = z.object({
  empresa_id: TextId.optional(),
  estado: z.enum(['abierto', ...ESTADOS_AVISO]).optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'Debe ser un número')
    .transform(Number)
    .pipe(z.number().min(1).max(MAX_AVISOS))
    .optional(),
});
/** AvisosQuery between services. */
export const AvisosRequest = z.object({
  empresa_id: Id.optional(),
  estado: z.enum(['abierto', ...ESTADOS_AVISO]).optional(),
  limit: z.number().int().min(1).max(MAX_AVISOS).default(200),
});

export const AvisoReconocer = z.object({ nota: optionalText(300) }).default({ nota: '' });
export const AvisosReconocer = z.object({ ids: z.array(Id).min(1).max(MAX_AVISOS), nota: optionalText(300) });

/** Scope of a rule or a silencio; all absent = the whole empresa. */
const AlarmTarget = {
  placa_id: optional(Id).optional(),
  switch_id: optional(Id).optional(),
  dispositivo_id: optional(Id).optional(),
  punto_id: optional(Id).optional(),
  sitio: optional(requiredText(120)).optional(),
};

const oneObjectOnly = (body: { [K in keyof typeof AlarmTarget]?: unknown }): boolean =>
  [body.placa_id, body.switch_id, body.dispositivo_id, body.punto_id, body.sitio].filter(
    (one) => one !== null && one !== undefined,
  ).length <= 1;
const ONE_OBJECT = { message: 'Elige una sola cosa: placa, switch, dispositivo, punto o sitio', path: ['sitio'] };

const ONE_POINT = { message: 'Elige el punto', path: ['punto_id'] };

/** Body of PUT /avisos/reglas: replaces the rule of that empresa, tipo and object. Absent fields take their defaults. */
export const RuleSave = z
  .object({
    empresa_id: Id,
    tipo: Tipo,
    activa: Flag,
    espera_s: optional(z.number().int().min(0).max(MAX_WAIT_S)).optional(),
    umbral: optional(z.number().min(-1_000_000).max(1_000_000)).optional(),
    histeresis: optional(z.number().min(0).max(1_000_000)).optional(),
    severidad: optional(Severity).optional(),
    /** Alarms only between these hours of the empresa's zone; the second may be past midnight. */
    hora_desde: optional(Hora).optional(),
    hora_hasta: optional(Hora).optional(),
    ...AlarmTarget,
  })
  .refine(oneObjectOnly, ONE_OBJECT)
  .refine(({ tipo, punto_id }) => !typeOfAviso(tipo).onePoint || Boolean(punto_id), ONE_POINT)
  .superRefine(hoursIn('hora_desde', 'hora_hasta'));
export type RuleSave = z.infer<typeof RuleSave>;

/** An effective rule. */
export const Regla = z.object({
  /** null = the default rule: no rule was saved. */
  id: Id.nullable(),
  empresa_id: Id,
  tipo: Tipo,
  activa: FlagOutput,
  espera_s: z.number().int(),
  umbral: z.number().nullable(),
  histeresis: z.number().nullable(),
  severidad: Severity,
  hora_desde: z.string().nullable(),
  hora_hasta: z.string().nullable(),
  placa_id: Id.nullable(),
  switch_id: Id.nullable(),
  dispositivo_id: Id.nullable(),
  punto_id: Id.nullish(),
  sitio: z.string().nullable(),
});
export type Regla = z.infer<typeof Regla>;

/** Body of POST /avisos/silencios. Without `desde`, or with one that is past, it begins at once. */
export const SilencioSave = z
  .object({
    empresa_id: Id,
    desde: optional(Milliseconds).optional(),
    hasta: Milliseconds,
    motivo: requiredText(200),
    ...AlarmTarget,
  })
  .refine(oneObjectOnly, ONE_OBJECT);
export type SilencioSave = z.infer<typeof SilencioSave>;

export const Silencio = z.object({
  id: Id,
  empresa_id: Id,
  desde: Milliseconds,
  hasta: Milliseconds,
  placa_id: Id.nullable(),
  switch_id: Id.nullable(),
  dispositivo_id: Id.nullable(),
  punto_id: Id.nullish(),
  sitio: z.string().nullable(),
  motivo: z.string(),
  usuario_nombre: z.string(),
  /** null or absent: known by name only. */
  usuario_id: Id.nullable().optional(),
});
export type Silencio = z.infer<typeof Silencio>;

/** Absent or empty fields use what the company has stored, if it is stored at all. */
export const TelegramTryOut = z
  .object({ token_telegram: optionalText(200), telegram_chat_id: optionalText(64) })
  .default({ token_telegram: '', telegram_chat_id: '' });
export const TelegramProbed = z.object({ ok: z.literal(true) });

/** The code that a person sends to the empresa's bot to link their Telegram account, so that its buttons act for them. */
export const TelegramCode = z.object({
  codigo: z.string(),
  vence: Milliseconds,
  /** When the account was linked; null = not linked. */
  vinculado_desde: Milliseconds.nullable(),
});
export type TelegramCode = z.infer<typeof TelegramCode>;
