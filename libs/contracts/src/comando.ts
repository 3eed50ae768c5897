import { z } from 'zod';
import { ESTADOS_COMANDO } from './comando-estados.js';
import { Id, Milliseconds } from './common.js';
import { DURATION_CAP_S } from './encendido.js';
import type { CommandDetail, Phrase } from './frases.js';

export const ComandoAction = z.enum(['on', 'off']);
export type ComandoAction = z.infer<typeof ComandoAction>;

export const EstadoComando = z.enum(ESTADOS_COMANDO);
export type EstadoComando = z.infer<typeof EstadoComando>;

/** The target of a command. */
export const ComandoEntity = z.enum(['dispositivo', 'switch']);
export type ComandoEntity = z.infer<typeof ComandoEntity>;

/** Answer of POST /dispositivos/{id}/on|off. A command known to have failed answers with an error instead. */
export const ComandoDispositivo = z.object({ comando_id: z.string(), estado: EstadoComando });
export type ComandoDispositivo = z.infer<typeof ComandoDispositivo>;

/**
 * Idempotency-Key: a request repeated with the same key is one command. Printable ASCII, as in
 * draft-ietf-httpapi-idempotency-key-header.
 */
export const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{1,128}$/, 'De 1 a 128 caracteres ASCII visibles');
export const WithIdempotencyKey = z.object({ 'Idempotency-Key': IdempotencyKey.optional() });

/**
 * Valido-Hasta: until when what the request begins is wanted, ms of the server's clock. A line that was lost may deliver a request minutes
 * after its person has given up.
 */
export const ValidoHasta = z.string().regex(/^\d{1,15}$/, 'Milisegundos desde 1970');
export const WithExpiry = z.object({ 'Valido-Hasta': ValidoHasta.optional() });
export const WithKeyAndExpiry = WithIdempotencyKey.extend(WithExpiry.shape);

/** Body of POST /switches/{id}/on|off (DEC-7). `duracion_s`: the board turns the switch off after that; of an OFF, its rules leave it off that long. */
export const ComandoSwitch = z
  .object({ duracion_s: z.number().int().min(1).max(DURATION_CAP_S).optional() })
  .default({});
/** Which program or climate rule orders a command of the system. */
export const PlanDeComando = z.object({ codigo: z.enum(['programa', 'regla']), nombre: z.string() });
export type PlanDeComando = z.infer<typeof PlanDeComando>;
/** Answer 202: the command's current state; its end comes live (`switch:comando`) and in GET /comandos. */
export const ComandoAccepted = z.object({ comando_id: z.string(), estado: EstadoComando });
export type ComandoAccepted = z.infer<typeof ComandoAccepted>;

const hasCode = (value: unknown): boolean => typeof value === 'object' && value !== null && 'codigo' in value;
/** A phrase on its way between services. It may name what a person may not know, so that none is sent it. */
export const SentPhrase = z.custom<Phrase>(hasCode);
const SentDetail = z.custom<CommandDetail>(hasCode).optional();

/** The newest command of a switch, as its panel shows it. */
export const ComandoDeSwitch = z.object({
  comando_id: z.string(),
  accion: ComandoAction,
  estado: EstadoComando,
  detalle: z.string().nullable(),
  ts: Milliseconds,
  /** For an ON: the board turns the switch off after this, s. Absent = device-gateway did not answer. */
  max_s: z.number().int().nullish(),
});
export type ComandoDeSwitch = z.infer<typeof ComandoDeSwitch>;

/** The same between services. `detalle` is as who knows every switch reads it; absent `detalle_datos` = it has none, or is of the version before. */
export const ComandoOfSwitchKept = ComandoDeSwitch.extend({ detalle_datos: SentDetail });
export type ComandoOfSwitchKept = z.infer<typeof ComandoOfSwitchKept>;

/** A row of the ledger. Times in ms. */
export const Comando = z.object({
  comando_id: z.string(),
  entidad: ComandoEntity,
  switch_id: Id.nullable(),
  dispositivo_id: Id.nullable(),
  empresa_id: Id,
  accion: ComandoAction,
  /** For a switch: the board turns it off after this, s. */
  max_s: z.number().int().nullable(),
  /** Why the system issued the command; null for a person's. */
  motivo: z.string().nullable(),
  /** The kind of that reason: 'programa', 'regla', …; null where it is not known. Absent = an answer of the version before. */
  motivo_codigo: z.string().nullish(),
  estado: EstadoComando,
  /** Why it ended as it did, in the words of the part that refused it. */
  detalle: z.string().nullable(),
  /** null = the system itself. */
  usuario_id: Id.nullable(),
  /** null also when that person was deleted. */
  usuario_nombre: z.string().nullable(),
  ip: z.string().nullable(),
  /** `User-Agent` of the request. */
  navegador: z.string().nullable(),
  /** When the command was requested. */
  ts: Milliseconds,
  enviado_ts: Milliseconds.nullable(),
  resuelto_ts: Milliseconds.nullable(),
});
export type Comando = z.infer<typeof Comando>;

/** The same between services, as {@link ComandoOfSwitchKept}; a person is sent no `detalle_datos`. */
export const ComandoKept = Comando.extend({ detalle_datos: SentDetail });
export type ComandoKept = z.infer<typeof ComandoKept>;

/** Most orders of one bulk call. */
export const ORDENES_POR_LOTE = 100;
