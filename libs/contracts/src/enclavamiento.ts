import { z } from 'zod';
import type { Detalle } from './errors.js';
import { TIPOS_ENCLAVAMIENTO } from './enclavamiento-tipos.js';
import { Id, opcional, textoRequerido, Version } from './common.js';

export const TipoEnclavamiento = z.enum(TIPOS_ENCLAVAMIENTO);
export type TipoEnclavamiento = z.infer<typeof TipoEnclavamiento>;

/** Most switches that one group holds, and longest of its delays, s. */
export const ENCLAVAMIENTO_SWITCHES = 16;
export const ENCLAVAMIENTO_RETARDO_S = 600;
const Retardo = z.number().int().min(0).max(ENCLAVAMIENTO_RETARDO_S).default(0);

/**
 * Body of POST and PUT /enclavamientos. `exclusion`: of `switches` (two or more) never two are on together. `requiere`: the
 * pump `bomba_id` is on only while one of the valves in `switches` (one or more) is; the delays are for this kind. What the
 * kinds ask for beyond the form is in {@link faltasDeEnclavamiento}.
 */
export const EnclavamientoGuardar = z.object({
  empresa_id: Id,
  nombre: textoRequerido(120),
  tipo: TipoEnclavamiento,
  switches: z.array(Id).min(1).max(ENCLAVAMIENTO_SWITCHES),
  bomba_id: opcional(Id),
  /** The pump may go on only so many seconds after a valve is on. */
  retardo_encendido_s: Retardo,
  /** The last valve is closed only so many seconds after its pump is off. */
  retardo_apagado_s: Retardo,
  version: Version.optional(),
});
export type EnclavamientoGuardar = z.infer<typeof EnclavamientoGuardar>;

/** An interlock group. Of an `exclusion`, `bomba_id` is null and the delays are 0. */
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

type Forma = Pick<EnclavamientoGuardar, 'tipo' | 'switches' | 'bomba_id'>;

/** What is wrong with a group, field by field; nothing when it can be saved. For the form and for the server. */
export const faltasDeEnclavamiento = ({ tipo, switches, bomba_id }: Forma): Detalle[] => {
  const faltas: Detalle[] = [];
  const falta = (campo: keyof Forma, mensaje: string): void => void faltas.push({ campo, mensaje });
  if (new Set(switches).size < switches.length) falta('switches', 'Un switch está dos veces');
  if (tipo === 'exclusion' && switches.length < 2) falta('switches', 'Elige al menos dos switches');
  if (tipo === 'exclusion' && bomba_id !== null) falta('bomba_id', 'Una exclusión no lleva bomba');
  if (tipo === 'requiere' && bomba_id === null) falta('bomba_id', 'Elige la bomba');
  if (bomba_id !== null && switches.includes(bomba_id)) falta('switches', 'La bomba no puede ser su propia válvula');
  return faltas;
};
