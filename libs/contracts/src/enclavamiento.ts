import { z } from 'zod';
import type { Detail } from './app-error.js';
import { TIPOS_ENCLAVAMIENTO } from './enclavamiento-types.js';
import { Id, optional, requiredText, Version } from './common.js';

export const TipoEnclavamiento = z.enum(TIPOS_ENCLAVAMIENTO);
export type TipoEnclavamiento = z.infer<typeof TipoEnclavamiento>;

/** Most switches of one group, and longest of its delays, s. */
export const ENCLAVAMIENTO_SWITCHES = 16;
export const ENCLAVAMIENTO_DELAY_S = 600;
const Delay = z.number().int().min(0).max(ENCLAVAMIENTO_DELAY_S).default(0);

/**
 * Body of POST and PUT /enclavamientos. `exclusion`: of `switches` (two or more) never two are on together. `requiere`: the
 * pump `bomba_id` is on only while one of the valves in `switches` (one or more) is; the delays apply to this kind. {@link
 * enclavamientoFaults} checks what the schema cannot.
 */
export const EnclavamientoSave = z.object({
  empresa_id: Id,
  nombre: requiredText(120),
  tipo: TipoEnclavamiento,
  switches: z.array(Id).min(1).max(ENCLAVAMIENTO_SWITCHES),
  bomba_id: optional(Id),
  /** The pump may go on at the earliest this many seconds after a valve. */
  retardo_encendido_s: Delay,
  /** The last valve closes at the earliest this many seconds after its pump went off. */
  retardo_apagado_s: Delay,
  version: Version.optional(),
});
export type EnclavamientoSave = z.infer<typeof EnclavamientoSave>;

/** An interlock group. For an `exclusion`, `bomba_id` is null and the delays are 0. */
export const Enclavamiento = z.object({
  id: Id,
  empresa_id: Id,
  nombre: z.string(),
  tipo: TipoEnclavamiento,
  switches: z.array(Id),
  bomba_id: Id.nullable(),
  retardo_encendido_s: z.number().int(),
  retardo_apagado_s: z.number().int(),
  version: Version,
});
export type Enclavamiento = z.infer<typeof Enclavamiento>;

type Forma = Pick<EnclavamientoSave, 'tipo' | 'switches' | 'bomba_id'>;

/** Faults of a group, field by field; empty when it can be saved. Used by the form and by the server. */
export const enclavamientoFaults = ({ tipo, switches, bomba_id }: Forma): Detail[] => {
  const faults: Detail[] = [];
  const missing = (campo: keyof Forma, mensaje: string): void => void faults.push({ campo, mensaje });
  if (new Set(switches).size < switches.length) missing('switches', 'Un switch está dos veces');
  if (tipo === 'exclusion' && switches.length < 2) missing('switches', 'Elige al menos dos switches');
  if (tipo === 'exclusion' && bomba_id !== null) missing('bomba_id', 'Una exclusión no lleva bomba');
  if (tipo === 'requiere' && bomba_id === null) missing('bomba_id', 'Elige la bomba');
  if (bomba_id !== null && switches.includes(bomba_id)) missing('switches', 'La bomba no puede ser su propia válvula');
  return faults;
};
