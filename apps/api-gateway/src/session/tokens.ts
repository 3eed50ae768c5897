import { Bus } from '@acequia/bus';
import {
  ALCANCE_MAX,
  AppError,
  type CallResponse,
  LISTS_OF_SITIOS,
  notFound,
  type Persona,
  type RouteName,
  ROUTES,
  sistema,
  TextId,
  TOKEN_PREFIX,
  type ValidToken,
} from '@acequia/contracts';
import { hashOfToken, TokenReader } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { texts } from '../textos.js';

type Alcance = CallResponse<'inventario.de_sitios'>;

const OWN = sistema('api-gateway');
/** A switch that moves to another sitio is still reached for this long, ms. */
const REACHED_MS = 3_000;
const BEARER = /^Bearer\s+(\S+)\s*$/i;

/** The token of a program in an Authorization header; null for everything else. */
export const tokenOf = (authorization: string | undefined): string | null => {
  const text = BEARER.exec(authorization ?? '')?.[1];
  return text?.startsWith(TOKEN_PREFIX) ? text : null;
};

/** Every service cuts what a usuario asks for to what is assigned to them; what a usuario may not ask, no service cuts. */
const honoursSitios = (route: RouteName): boolean =>
  route in LISTS_OF_SITIOS || (ROUTES[route].access as readonly string[]).includes('usuario');

/** @throws AppError `sin_permiso` beyond what the token may do. */
export const requireScope = (token: ValidToken, route: RouteName): void => {
  const needed = ROUTES[route].token;
  if (needed === null) throw new AppError('sin_permiso', { texto: texts.notForTokens });
  const permiso = needed === 'operar_sin_limite' ? 'operar' : needed;
  if (!token.permisos.includes(permiso)) throw new AppError('sin_permiso', { texto: texts.tokenLacks(permiso) });
  if (token.sitios !== null && !honoursSitios(route)) throw new AppError('sin_permiso', { texto: texts.notBySitio });
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
  private readonly reached = new Map<string, { until: number; alcance: Promise<Alcance> }>();

  constructor(
    private readonly reader: TokenReader,
    private readonly bus: Bus,
  ) {}

  /**
   * @param asked the request's `empresa_id`, unchecked
   * @throws AppError `token_invalido`, `sin_permiso`, `servicio_no_disponible` when the token cannot be checked
   */
  async persona(text: string, route: RouteName, asked: unknown): Promise<Persona> {
    const token = await this.reader.check(hashOfToken(text));
    if (!token) throw new AppError('token_invalido');
    requireScope(token, route);
    const { id, nombre, max_s, usuario_id, sitios } = token;
    const empresa_id = empresaOf(token, asked);
    const alcance = sitios && (await this.alcanceOf(empresa_id, sitios));
    return {
      tipo: 'persona',
      usuario_id,
      rol: alcance ? 'usuario' : 'admin_empresa',
      empresa_id,
      sid: `token:${id}`,
      token: { id, nombre, max_s, ...(alcance && { alcance }) },
    };
  }

  /** What stands in the sitios; asked for once in a moment. @throws AppError `sin_permiso` for more than a call carries */
  private async alcanceOf(empresa_id: number, sitios: readonly string[]): Promise<Alcance> {
    const now = Date.now();
    for (const [key, { until }] of this.reached) if (until < now) this.reached.delete(key);
    const key = JSON.stringify([empresa_id, ...sitios]);
    let known = this.reached.get(key);
    if (!known) {
      const alcance = this.bus.call('inventario.de_sitios', { empresa_id, sitios: [...sitios] }, OWN);
      alcance.catch(() => this.reached.delete(key));
      known = { until: now + REACHED_MS, alcance };
      this.reached.set(key, known);
    }
    const alcance = await known.alcance;
    if (alcance.switches.length + alcance.dispositivos.length > ALCANCE_MAX)
      throw new AppError('sin_permiso', { texto: texts.tooMuchAtSitios(ALCANCE_MAX) });
    return alcance;
  }
}
