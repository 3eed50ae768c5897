import { z } from 'zod';
import type { Service } from '../caller.js';
import { Id, Nothing, Pagina } from '../common.js';

/** The bus may resend a read when an instance dies, but never a write (its caller gets `resultado_desconocido`). */
export type CallKind = 'read' | 'write';

export interface CallDefinition {
  servicio: Service;
  kind: CallKind;
  request: z.ZodType;
  response: z.ZodType;
  /** Longest wait of a caller, ms; CALL_TIMEOUT_MS by default. */
  timeout_ms?: number;
}

export const CALL_TIMEOUT_MS = 5_000;

export const PorId = z.object({ id: Id });
export const PorPlaca = z.object({ placa_id: Id });
export const DeEmpresa = z.object({ empresa_id: Id.optional() });
/** A list of one company's, or of all. */
export const ListRequest = DeEmpresa.extend(Pagina.shape);
export const DeUsuario = z.object({ usuario_id: Id });
export const Salud = {
  kind: 'read',
  request: Nothing,
  response: z.object({ instancia: z.string() }),
  timeout_ms: 2_000,
} as const;
