import {
  ENCLAVAMIENTO_RETARDO_S,
  ENCLAVAMIENTO_SWITCHES,
  EnclavamientoGuardar,
  faltasDeEnclavamiento,
  type Enclavamiento,
} from '@acequia/contracts';
import { z } from 'zod';
import { textos } from '../textos.js';

/** What the form holds: a delay that was emptied is none. */
export interface Valores {
  empresa_id: number;
  nombre: string;
  tipo: EnclavamientoGuardar['tipo'];
  switches: number[];
  bomba_id: number | null;
  retardo_encendido_s: number | null;
  retardo_apagado_s: number | null;
  version: number | undefined;
}

export const valoresDe = (uno: Enclavamiento | null, empresa_id: number): Valores => ({
  empresa_id,
  nombre: uno?.nombre ?? '',
  tipo: uno?.tipo ?? 'exclusion',
  switches: uno?.switches ?? [],
  bomba_id: uno?.bomba_id ?? null,
  retardo_encendido_s: uno?.retardo_encendido_s ?? 0,
  retardo_apagado_s: uno?.retardo_apagado_s ?? 0,
  version: uno?.version,
});

const { ninguno, demasiados, retardo: malRetardo } = textos.errores;
const error = malRetardo(ENCLAVAMIENTO_RETARDO_S);
const retardo = z.number({ error }).int(error).min(0, error).max(ENCLAVAMIENTO_RETARDO_S, error);

/** The contract's rules. What belongs to the other rule keeps what was typed, and is neither checked nor sent. */
export const EnclavamientoValido = z.preprocess(
  (valores: Valores) => ({
    ...valores,
    retardo_encendido_s: valores.retardo_encendido_s ?? 0,
    retardo_apagado_s: valores.retardo_apagado_s ?? 0,
    ...(valores.tipo === 'exclusion' && { bomba_id: null, retardo_encendido_s: 0, retardo_apagado_s: 0 }),
  }),
  EnclavamientoGuardar.extend({
    switches: z.array(z.number()).min(1, ninguno).max(ENCLAVAMIENTO_SWITCHES, demasiados(ENCLAVAMIENTO_SWITCHES)),
    retardo_encendido_s: retardo,
    retardo_apagado_s: retardo,
  }).superRefine((valores, contexto) => {
    for (const { campo, mensaje } of faltasDeEnclavamiento(valores))
      contexto.addIssue({ code: 'custom', path: [campo], message: mensaje });
  }),
) as unknown as z.ZodType<Valores>;
