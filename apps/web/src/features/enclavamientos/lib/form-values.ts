import {
  ENCLAVAMIENTO_DELAY_S,
  ENCLAVAMIENTO_SWITCHES,
  EnclavamientoSave,
  enclavamientoFaults,
  type Enclavamiento,
} from '@acequia/contracts';
import { z } from 'zod';
import { texts } from '../textos.js';

/** The form's values. An empty delay is null. */
export interface Values {
  empresa_id: number;
  nombre: string;
  tipo: EnclavamientoSave['tipo'];
  switches: number[];
  bomba_id: number | null;
  retardo_encendido_s: number | null;
  retardo_apagado_s: number | null;
  version: number | undefined;
}

export const valuesOf = (one: Enclavamiento | null, empresa_id: number): Values => ({
  empresa_id,
  nombre: one?.nombre ?? '',
  tipo: one?.tipo ?? 'exclusion',
  switches: one?.switches ?? [],
  bomba_id: one?.bomba_id ?? null,
  retardo_encendido_s: one?.retardo_encendido_s ?? 0,
  retardo_apagado_s: one?.retardo_apagado_s ?? 0,
  version: one?.version,
});

const { none, tooMany, delay: wrongDelay } = texts.errors;
const error = wrongDelay(ENCLAVAMIENTO_DELAY_S);
const delay = z.number({ error }).int(error).min(0, error).max(ENCLAVAMIENTO_DELAY_S, error);

/** The contract's rules. Fields of the other kind of rule keep their input, but are neither validated nor sent. */
export const ValidEnclavamiento = z.preprocess(
  (values: Values) => ({
    ...values,
    retardo_encendido_s: values.retardo_encendido_s ?? 0,
    retardo_apagado_s: values.retardo_apagado_s ?? 0,
    ...(values.tipo === 'exclusion' && { bomba_id: null, retardo_encendido_s: 0, retardo_apagado_s: 0 }),
  }),
  EnclavamientoSave.extend({
    switches: z.array(z.number()).min(1, none).max(ENCLAVAMIENTO_SWITCHES, tooMany(ENCLAVAMIENTO_SWITCHES)),
    retardo_encendido_s: delay,
    retardo_apagado_s: delay,
  }).superRefine((values, context) => {
    for (const { campo, mensaje } of enclavamientoFaults(values))
      context.addIssue({ code: 'custom', path: [campo], message: mensaje });
  }),
) as unknown as z.ZodType<Values>;
