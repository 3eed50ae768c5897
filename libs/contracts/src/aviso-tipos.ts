// Apart from the schemas, so that a browser can load this without zod.

import { BOARD_TYPES } from './aviso-tipos/boards.js';
import type { TipoDefinition } from './aviso-tipos/definition.js';
import { DISPOSITIVO_TYPES } from './aviso-tipos/dispositivos.js';
import { PUNTO_TYPES } from './aviso-tipos/puntos.js';
import { RIEGO_TYPES } from './aviso-tipos/riego.js';
import { SWITCH_TYPES } from './aviso-tipos/switches.js';
import type { AvisoTarget } from './aviso-words.js';

/** Every watched condition, with its default rule. Lists show them in this order. */
export const TYPES_OF_AVISO = { ...BOARD_TYPES, ...SWITCH_TYPES, ...PUNTO_TYPES, ...RIEGO_TYPES, ...DISPOSITIVO_TYPES };

export type TipoAviso = keyof typeof TYPES_OF_AVISO;
/** Conditions whose alarms are about one kind of object. */
export type TipoAvisoOf<Objeto extends AvisoTarget> = {
  [Tipo in TipoAviso]: (typeof TYPES_OF_AVISO)[Tipo]['objeto'] extends Objeto ? Tipo : never;
}[TipoAviso];
export const AVISO_TYPES = Object.keys(TYPES_OF_AVISO) as [TipoAviso, ...TipoAviso[]];
export const typeOfAviso = (tipo: TipoAviso): TipoDefinition => TYPES_OF_AVISO[tipo];

/** Longest wait of a rule, s. */
export const MAX_WAIT_S = 7 * 86_400;

/** Conditions that a preview computes from measured values. */
export const MEASURED_TYPES: readonly TipoAviso[] = [
  'temperatura_alta',
  'temperatura_baja',
  'humedad_alta',
  'humedad_baja',
];
