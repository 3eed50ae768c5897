import { z } from 'zod';
import { Flag, FlagOutput, Id, Milliseconds, optional, requiredText, Version } from './common.js';
import type { Detail } from './errors.js';
import { PROTECCION_LIMITES as LIMITES } from './proteccion-limites.js';

/** A board calculates in millionths. */
const Limit = z
  .number()
  .min(-1e9)
  .max(1e9)
  .refine((value) => Number(value.toFixed(6)) === value, 'Más de seis decimales');
const Wait = z.number().int().min(0).max(LIMITES.ESPERA_S);

/** When the switches may go on again: once the value came back, after a time, or when somebody says so. */
export const LiberaProteccion = z.union([
  z.object({ valor: Limit }),
  z.object({ minutos: z.number().int().min(1).max(LIMITES.MINUTOS) }),
  z.literal('persona'),
]);
export type LiberaProteccion = z.infer<typeof LiberaProteccion>;

const fields = {
  empresa_id: Id,
  punto_id: Id,
  cuando: z.enum(['arriba', 'abajo']),
  valor: Limit,
  /** How long the value must be beyond, s. */
  durante_s: Wait,
  apaga: z.array(Id).min(1).max(LIMITES.APAGA),
  /** Whether a point without a value counts as beyond. */
  sin_dato: z.enum(['apagar', 'seguir']),
  libera: LiberaProteccion,
};

/**
 * Body of POST and PUT /protecciones: turns `apaga` off, and keeps them off, when a point is beyond `valor`. With `con_switch_id` it watches
 * only while that switch is on, and not in its first `gracia_s`. {@link proteccionFaults} checks what the schema cannot.
 */
export const ProteccionSave = z.object({
  ...fields,
  nombre: requiredText(60),
  con_switch_id: optional(Id),
  gracia_s: Wait.default(0),
  activa: Flag.default(1),
  version: Version.optional(),
});
export type ProteccionSave = z.infer<typeof ProteccionSave>;

/** As inventory keeps it. `omitida_hasta`: it does nothing until then. `soltada`: how often a person let it go. */
export const ProteccionGuardada = z.object({
  ...fields,
  id: Id,
  nombre: z.string(),
  /** The board that has its point and its switches. */
  placa_id: Id,
  con_switch_id: Id.nullable(),
  gracia_s: z.number().int(),
  activa: FlagOutput,
  omitida_hasta: Milliseconds.nullable(),
  soltada: z.number().int(),
  version: Version,
});
export type ProteccionGuardada = z.infer<typeof ProteccionGuardada>;

/** en_placa: its board keeps it. por_tomar: the board has not taken it yet. sin_firmware: its firmware cannot. */
export const ESTADOS_PROTECCION = ['en_placa', 'por_tomar', 'sin_firmware'] as const;

/** A protection that acted and has not let go; `desde` null = the board did not know the time. */
const Disparada = z.object({ desde: Milliseconds.nullable() });

export const Proteccion = ProteccionGuardada.extend({
  /** null = inactive, or device-gateway did not answer. */
  estado: z.enum(ESTADOS_PROTECCION).nullable(),
  disparada: Disparada.nullable(),
});
export type Proteccion = z.infer<typeof Proteccion>;

/** Body of POST /protecciones/{id}/omitir; 0 ends it. */
export const OmitirProteccion = z.object({ minutos: z.number().int().min(0).max(LIMITES.OMITIR_MINUTOS) });

/** What a board says of its protections. */
export const ProteccionesDePlaca = z.object({
  placa_id: Id,
  /** Its firmware knows protections. */
  sabe: z.boolean(),
  /** It has taken the newest ones. */
  tomadas: z.boolean(),
  /** Those it has, or is to take. */
  lleva: z.array(Id),
  disparadas: z.array(Disparada.extend({ id: Id })),
});
export type ProteccionesDePlaca = z.infer<typeof ProteccionesDePlaca>;

/** A protection that keeps switches of its board off now. */
export const ProteccionQueActuo = z.object({
  empresa_id: Id,
  placa_id: Id,
  nombre: z.string(),
  /** ms; null = its board did not know the time. */
  desde: Milliseconds.nullable(),
  switches: z.array(Id),
});
export type ProteccionQueActuo = z.infer<typeof ProteccionQueActuo>;

/** What a protection does with a switch now; shown where the switch is operated. */
export const ProteccionDeSwitch = z.object({
  nombre: z.string(),
  /** It keeps the switch off, since then (null = unknown). */
  disparada: Disparada.nullable(),
  omitida_hasta: Milliseconds.nullable(),
});
export type ProteccionDeSwitch = z.infer<typeof ProteccionDeSwitch>;

type Forma = Pick<ProteccionSave, 'cuando' | 'valor' | 'apaga' | 'libera' | 'con_switch_id' | 'gracia_s'>;

/** Faults of a protection, field by field; empty when it can be saved. Used by the form and by the server. */
export const proteccionFaults = ({ cuando, valor, apaga, libera, con_switch_id, gracia_s }: Forma): Detail[] => {
  const faults: Detail[] = [];
  const fault = (campo: keyof Forma, mensaje: string): void => void faults.push({ campo, mensaje });
  if (new Set(apaga).size < apaga.length) fault('apaga', 'Un switch está dos veces');
  if (gracia_s > 0 && con_switch_id === null)
    fault('gracia_s', 'La gracia cuenta desde que se enciende un switch: elige cuál');
  if (typeof libera === 'object' && 'valor' in libera) {
    const beyond = cuando === 'arriba' ? libera.valor > valor : libera.valor < valor;
    if (beyond) fault('libera', 'Suelta de vuelta en el límite o más acá, no más allá');
  }
  return faults;
};
