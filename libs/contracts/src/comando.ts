import { z } from 'zod';
import { Id, Milisegundos } from './common.js';

export const AccionComando = z.enum(['on', 'off']);
export type AccionComando = z.infer<typeof AccionComando>;

/**
 * solicitado (written down) → enviado (it left; from here on it may have acted) → confirmado (read back), rechazado (it did
 * not act, and will not), vencido (not sent in time) or sin_respuesta (nobody knows).
 */
export const ESTADOS_COMANDO = [
  'solicitado',
  'enviado',
  'confirmado',
  'rechazado',
  'vencido',
  'sin_respuesta',
] as const;
export const EstadoComando = z.enum(ESTADOS_COMANDO);
export type EstadoComando = z.infer<typeof EstadoComando>;

/** What a command acts on. */
export const EntidadComando = z.enum(['dispositivo', 'switch']);
export type EntidadComando = z.infer<typeof EntidadComando>;

/** Answer of POST /dispositivos/{id}/on|off. A command that is known to have failed answers with an error instead. */
export const ComandoDispositivo = z.object({ comando_id: z.string(), estado: EstadoComando });
export type ComandoDispositivo = z.infer<typeof ComandoDispositivo>;

/** A row of the ledger. Times in ms. */
export const Comando = z.object({
  comando_id: z.string(),
  entidad: EntidadComando,
  switch_id: Id.nullable(),
  dispositivo_id: Id.nullable(),
  empresa_id: Id,
  accion: AccionComando,
  estado: EstadoComando,
  /** Why it ended as it did, in the words of who refused it. */
  detalle: z.string().nullable(),
  usuario_id: Id.nullable(),
  ip: z.string().nullable(),
  /** When it was asked for. */
  ts: Milisegundos,
  enviado_ts: Milisegundos.nullable(),
  resuelto_ts: Milisegundos.nullable(),
});
export type Comando = z.infer<typeof Comando>;
