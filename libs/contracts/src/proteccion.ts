import { z } from 'zod';
import { Flag, FlagOutput, Id, Milliseconds, optional, requiredText, Version } from './common.js';
import type { Detail } from './app-error.js';
import { isByFlow, POR_CAUDAL } from './proteccion-caudal.js';
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
  cuando: z.enum(['arriba', 'abajo', ...POR_CAUDAL]),
  /** In the point's unit; of rotura and sin_caudal, % of what the open valves take; of fuga, m³/h. */
  valor: Limit,
  /** Of a flow: the valves behind the meter. */
  valvula_ids: z.array(Id).max(LIMITES.VALVULAS).default([]),
  /** How long the value must be beyond, s. */
  durante_s: Wait,
  apaga: z.array(Id).min(1).max(LIMITES.APAGA),
  /** Whether a point without a value counts as beyond. */
  sin_dato: z.enum(['apagar', 'seguir']),
  libera: LiberaProteccion,
};

/**
 * Body of POST and PUT /protecciones: turns `apaga` off, and keeps them off, when a point is beyond `valor`. With `con_switch_id` it watches
 * only while that switch is on, and not in its first `gracia_s`; over a flow, `gracia_s` counts since a valve moved. {@link proteccionFaults} checks what the schema cannot.
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
  /** The board that has its point and its switches; of one that the service judges, that of its point, else of its first switch. */
  placa_id: Id,
  con_switch_id: Id.nullable(),
  gracia_s: z.number().int(),
  activa: FlagOutput,
  omitida_hasta: Milliseconds.nullable(),
  soltada: z.number().int(),
  version: Version,
});
export type ProteccionGuardada = z.infer<typeof ProteccionGuardada>;

/**
 * en_placa: its board keeps it. por_tomar: the board has not taken it yet. por_servicio: no board can judge it, so the service does; over a flow it
 * tells and turns nothing off, of a value it turns off while it reaches the boards.
 */
export const ESTADOS_PROTECCION = ['en_placa', 'por_tomar', 'por_servicio'] as const;

/** A protection that acted and has not let go; `desde` null = the board did not know the time. */
const Disparada = z.object({
  desde: Milliseconds.nullable(),
  /** Of one over a flow. */
  caudal: z
    .object({ causa: z.enum(POR_CAUDAL), m3h: z.number().nullable(), esperado_m3h: z.number().nullable() })
    .optional(),
});

export const Proteccion = ProteccionGuardada.extend({
  /** null = inactive, or device-gateway did not answer. */
  estado: z.enum(ESTADOS_PROTECCION).nullable(),
  disparada: Disparada.nullable(),
});
export type Proteccion = z.infer<typeof Proteccion>;

/** Body of POST /protecciones/{id}/omitir; 0 ends it. */
export const OmitirProteccion = z.object({ minutos: z.number().int().min(0).max(LIMITES.OMITIR_MINUTOS) });

/** What is known of the protections of a board, and of those that the service judges for it. */
export const ProteccionesDePlaca = z.object({
  placa_id: Id,
  /** It has taken the newest ones. */
  tomadas: z.boolean(),
  /** Those it has, or is to take. */
  lleva: z.array(Id),
  disparadas: z.array(Disparada.extend({ id: Id })),
});
export type ProteccionesDePlaca = z.infer<typeof ProteccionesDePlaca>;

/** A protection that keeps switches off now. */
export const ProteccionQueActuo = z.object({
  empresa_id: Id,
  placa_id: Id,
  nombre: z.string(),
  ...Disparada.shape,
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

type Forma = Pick<
  ProteccionSave,
  'cuando' | 'valor' | 'valvula_ids' | 'apaga' | 'libera' | 'con_switch_id' | 'gracia_s'
>;
/** Of `valor` over a flow, both included. */
const FLOW_LIMITS = { rotura: [101, 1_000], sin_caudal: [1, 99], fuga: [0.001, 10_000] } as const;

/** Faults of a protection, field by field; empty when it can be saved. Used by the form and by the server. */
export const proteccionFaults = (forma: Forma): Detail[] => {
  const { cuando, valor, valvula_ids, apaga, libera, con_switch_id, gracia_s } = forma;
  const faults: Detail[] = [];
  const fault = (campo: keyof Forma, mensaje: string): void => void faults.push({ campo, mensaje });
  if (new Set(apaga).size < apaga.length) fault('apaga', 'Un switch está dos veces');
  if (isByFlow(cuando)) {
    const [least, most] = FLOW_LIMITS[cuando];
    if (valor < least || valor > most) fault('valor', `Debe estar entre ${least} y ${most}`);
    if (cuando !== 'fuga' && !Number.isInteger(valor)) fault('valor', 'Debe ser un número entero');
    if (valvula_ids.length === 0) fault('valvula_ids', 'Elige las válvulas del medidor');
    if (new Set(valvula_ids).size < valvula_ids.length) fault('valvula_ids', 'Una válvula está dos veces');
    if (con_switch_id !== null) fault('con_switch_id', 'Por caudal vigila por sus válvulas');
    if (typeof libera === 'object' && 'valor' in libera)
      fault('libera', 'Con todo cerrado no se ve si el tubo ya está bien: suelta por tiempo o una persona');
    return faults;
  }
  if (valvula_ids.length > 0) fault('valvula_ids', 'Solo una protección por caudal tiene válvulas');
  if (gracia_s > 0 && con_switch_id === null)
    fault('gracia_s', 'La gracia cuenta desde que se enciende un switch: elige cuál');
  if (typeof libera === 'object' && 'valor' in libera) {
    const beyond = cuando === 'arriba' ? libera.valor > valor : libera.valor < valor;
    if (beyond) fault('libera', 'Suelta de vuelta en el límite o más acá, no más allá');
  }
  return faults;
};
