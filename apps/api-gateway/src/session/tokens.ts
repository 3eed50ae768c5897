import { createHash } from 'node:crypto';
import {
  AppError,
  notFound,
  type Persona,
  type RouteName,
  TextId,
  TOKEN_ACCESS,
  TOKEN_PREFIX,
  type ValidToken,
} from '@acequia/contracts';
import { TokenReader } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { texts } from '../textos.js';

const BEARER = /^Bearer\s+(\S+)\s*$/i;

/** The token of a program in an Authorization header; null for everything else. */
export const tokenOf = (authorization: string | undefined): string | null => {
  const text = BEARER.exec(authorization ?? '')?.[1];
  return text?.startsWith(TOKEN_PREFIX) ? text : null;
};

/** @throws AppError `sin_permiso` beyond what the token may do. */
export const requireScope = (token: ValidToken, route: RouteName): void => {
  const needed = TOKEN_ACCESS[route];
  if (needed === null) throw new AppError('sin_permiso', { texto: texts.notForTokens });
  const permiso = needed === 'operar_sin_limite' ? 'operar' : needed;
  if (!token.permisos.includes(permiso)) throw new AppError('sin_permiso', { texto: texts.tokenLacks(permiso) });
  // Not yet: no route honours sitios, so a token with them reaches none.
  if (token.sitios !== null) throw new AppError('sin_permiso', { texto: texts.notForTokens });
  if (needed === 'operar_sin_limite' && token.max_s !== null)
    throw new AppError('sin_permiso', { texto: texts.tokenHasLimit });
};

/**
 * Of a token of several companies the one that the request names in its query; a request acts on one company.
 * @throws AppError `datos_invalidos` without it, `no_encontrado` for another
 */
const empresaOf = ({ empresas }: ValidToken, asked: unknown): number => {
  const named = TextId.safeParse(asked);
  if (named.success && !empresas.includes(named.data)) throw notFound();
  const [only = 0, ...others] = empresas;
  if (others.length === 0) return only;
  if (named.success) return named.data;
  const detalles = [{ campo: 'query.empresa_id', mensaje: texts.whichEmpresa }];
  throw new AppError('datos_invalidos', { detalles });
};

/** Resolves a program's token to its maker, as an administrator of one company and no more. */
@Injectable()
export class Tokens {
  constructor(private readonly reader: TokenReader) {}

  /**
   * @param asked the request's `empresa_id`, unchecked
   * @throws AppError `token_invalido`, `sin_permiso`, `servicio_no_disponible` when the token cannot be checked
   */
  async persona(text: string, route: RouteName, asked: unknown): Promise<Persona> {
    const token = await this.reader.check(createHash('sha256').update(text).digest('hex'));
    if (!token) throw new AppError('token_invalido');
    requireScope(token, route);
    const { id, nombre, max_s, usuario_id } = token;
    return {
      tipo: 'persona',
      usuario_id,
      rol: 'admin_empresa',
      empresa_id: empresaOf(token, asked),
      sid: `token:${id}`,
      token: { id, nombre, max_s },
    };
  }
}
