import { z } from 'zod';
import { TextId, TextPagina, type Rol } from '../common.js';
import type { CallName } from '../calls/calls.js';
import { WithExpiry, WithIdempotencyKey } from '../comando.js';
import type { ErrorCode } from '../errors.js';
import type { Permiso } from '../token.js';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type FileType = 'text/csv' | 'application/pdf' | 'application/octet-stream';

/**
 * What a route asks of a token. `operar_sin_limite`: operar, from a token whose orders have no longest time, because the route turns on
 * for a time that the request does not say. null = no token: people, tokens and what belongs to one person. A token acts as an
 * administrator of its company, so a route of admin_global alone is closed to it whatever stands here.
 */
export type TokenAccess = Permiso | 'operar_sin_limite' | null;

export interface RouteDefinition {
  method: HttpMethod;
  /** Below /api, in Express form. */
  path: string;
  /** 'publico', or the permitted roles. The services restrict ids further. */
  access: 'publico' | readonly Rol[];
  token: TokenAccess;
  status: 200 | 201 | 202 | 204;
  resumen: string;
  /** The call that answers it, with query, body, params and Idempotency-Key as one request; absent = api-gateway does more than pass it on. */
  call?: CallName;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body is not JSON but the bytes of a file (application/octet-stream), at most so many. */
  bytes?: number;
  /** Error codes beyond those of its kind. */
  errors?: readonly ErrorCode[];
  /** Request headers of the route, by name. */
  headers?: z.ZodType;
  /** A schema, or the media type of a file. */
  response: z.ZodType | FileType;
}

const takes = ({ headers }: RouteDefinition, header: z.ZodObject): boolean =>
  headers instanceof z.ZodObject && Object.keys(header.shape).every((name) => name in headers.shape);

/** Whether a repetition of its request is one request, as its Idempotency-Key says. */
export const isKeyed = (route: RouteDefinition): boolean => takes(route, WithIdempotencyKey);

/** Whether it is refused (`orden_vencida`) once nobody waits for it any longer, as its Valido-Hasta says. */
export const expires = (route: RouteDefinition): boolean => takes(route, WithExpiry);

export const GLOBAL = ['admin_global'] as const;
export const ADMINS = ['admin_global', 'admin_empresa'] as const;
export const TODOS = ['admin_global', 'admin_empresa', 'usuario'] as const;

export const PorId = z.object({ id: TextId });
export const PorPlaca = z.object({ placa_id: TextId });
export const DeEmpresa = z.object({ empresa_id: TextId.optional() });
/** A list, or a page of it. */
export const ListQuery = DeEmpresa.extend(TextPagina.shape);
export const DeUsuario = z.object({ usuario_id: TextId });
