import { z } from 'zod';
import {
  Flag,
  FlagOutput,
  Fecha,
  DateOutput,
  Id,
  optional,
  texto,
  optionalText,
  requiredText,
  Version,
  ZonaHoraria,
} from './common.js';
import { TarifasStored } from './tarifa.js';

/** Body of POST and PUT /empresas. An empty token_telegram in a PUT keeps the stored one. */
export const EmpresaSave = z.object({
  nombre: requiredText(120),
  telefono_celular: optionalText(40),
  token_telegram: optionalText(200),
  telegram_chat_id: optionalText(64),
  costo_plan: optional(z.number().min(0).max(99_999_999.99)),
  limite_usuarios: optional(z.number().int().min(0).max(1_000_000)),
  comunicador_numero: optionalText(40),
  comunicador_imei: optionalText(40),
  comunicador_vencimiento: optional(Fecha),
  fecha_vencimiento: Fecha,
  activa: Flag.default(1),
  /** Not part of the original API, so older clients do not send it: absent, a PUT keeps it and a POST takes DEFAULT_ZONE. */
  zona_horaria: ZonaHoraria.optional(),
  /** Like zona_horaria: absent, a PUT keeps them; null = unknown. */
  latitud: optional(z.number().min(-90).max(90)).optional(),
  longitud: optional(z.number().min(-180).max(180)).optional(),
  /** Above the sea, m. */
  altitud: optional(z.number().min(-430).max(6_000)).optional(),
  /** Price of a kWh, in the empresa's currency. Another one than is answered replaces the calendar of prices by one period. */
  tarifa_kwh: optional(z.number().min(0).max(99_999)).optional(),
  version: Version.optional(),
});
export type EmpresaSave = z.infer<typeof EmpresaSave>;

export const Empresa = z.object({
  id: Id,
  nombre: z.string(),
  telefono_celular: z.string(),
  /** Always '': the secret never comes back (DEC-18). */
  token_telegram: z.literal(''),
  token_telegram_definido: FlagOutput,
  telegram_chat_id: z.string(),
  costo_plan: z.number().nullable(),
  limite_usuarios: z.number().int().nullable(),
  comunicador_numero: z.string(),
  comunicador_imei: z.string(),
  comunicador_vencimiento: DateOutput.nullable(),
  fecha_vencimiento: DateOutput,
  activa: FlagOutput,
  zona_horaria: z.string(),
  latitud: z.number().nullable().default(null),
  longitud: z.number().nullable().default(null),
  altitud: z.number().nullable().default(null),
  /** null = no price, or several: GET /tarifas. */
  tarifa_kwh: z.number().nullable().default(null),
  version: Version,
});
export type Empresa = z.infer<typeof Empresa>;

export const EmpresaOption = z.object({ id: Id, nombre: z.string() });
export type EmpresaOption = z.infer<typeof EmpresaOption>;

/** Encryption context of a sealed bot token: auth-tenancy seals with it, alerts opens with it. */
export const TELEGRAM_TOKEN_CONTEXT = 'empresa.token_telegram';

/** The Telegram chat of an empresa. */
export const EmpresaTelegram = z.object({ empresa_id: Id, token_cifrado: z.string(), chat_id: z.string() });
export type EmpresaTelegram = z.infer<typeof EmpresaTelegram>;

/** What other services know about an empresa. */
export const EmpresaProfile = z.object({
  id: Id,
  nombre: texto(120),
  activa: FlagOutput,
  zona_horaria: z.string(),
  /** Absent in records stored before these fields existed. */
  latitud: z.number().nullish(),
  longitud: z.number().nullish(),
  altitud: z.number().nullish(),
  tarifa_kwh: z.number().nullish(),
  /** Absent or null: `tarifa_kwh` says it all (`tarifasDe`). */
  tarifas: TarifasStored.nullish(),
});
export type EmpresaProfile = z.infer<typeof EmpresaProfile>;
