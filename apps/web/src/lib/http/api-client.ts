import type {
  CuerpoDeError,
  RouteBodyInput,
  RouteName,
  RouteParamsInput,
  RouteQueryInput,
  RouteResponse,
} from '@acequia/contracts';
import { ROUTE_TABLE } from 'virtual:route-table';
import { tellCallOutcome } from './call-outcome.js';
import { guardarCsv } from './save-file.js';
import { autorizacion, buscar, TIMEOUT_MS, tomarAdelantada, urlOf } from './early-call.js';
import { borrarSesion, leerToken } from '../session.js';

/** An answer that is not 2xx, or no answer at all (`status` 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly codigo: string,
    mensaje: string,
    readonly detalles: CuerpoDeError['detalles'] = undefined,
    /** With `version_vieja`: what is stored now, in the shape of the route's answer. */
    readonly actual: unknown = undefined,
  ) {
    super(mensaje);
    this.name = 'ApiError';
  }
}

function sinConexion(): ApiError {
  tellCallOutcome(false);
  return new ApiError(0, 'sin_conexion', 'No hay conexión con el servidor.');
}

type Input<N extends RouteName> = ([RouteParamsInput<N>] extends [never]
  ? { params?: never }
  : { params: RouteParamsInput<N> }) &
  ([RouteQueryInput<N>] extends [never] ? { query?: never } : { query?: RouteQueryInput<N> }) &
  ([RouteBodyInput<N>] extends [never] ? { body?: never } : { body: RouteBodyInput<N> });

interface RequestOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  headers?: Record<string, string>;
}

async function send(name: RouteName, input: Input<RouteName>, options: RequestOptions): Promise<Response> {
  const { method, path } = ROUTE_TABLE[name];
  const { params, query, body } = input as { params?: object; query?: object; body?: unknown };
  const url = urlOf(path, { ...params }, { ...query });
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const token = leerToken();
  let response: Response;
  try {
    const adelantada = method === 'GET' ? tomarAdelantada(url) : undefined;
    response = await (adelantada ??
      buscar(url, {
        method,
        headers: {
          ...autorizacion(),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      }));
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw sinConexion();
  }
  tellCallOutcome(response.status < 500);
  if (response.ok) return response;
  if (response.status === 401) terminarSesion(token);
  const sent = (await response.json().catch(() => null)) as CuerpoDeError | null;
  throw new ApiError(
    response.status,
    sent?.codigo ?? 'error_interno',
    sent?.mensaje ?? 'Ocurrió un error inesperado.',
    sent?.detalles,
    sent?.actual,
  );
}

/**
 * Any 401 ends the session and goes to /login, unless the browser is already there (spec section 4). A session that somebody
 * began in another tab since the question left was not what the server refused: the login door lets it pass on.
 */
function terminarSesion(token: string | null): void {
  if (window.location.pathname === '/login') return;
  if (leerToken() === token) borrarSesion();
  window.location.replace('/login');
}

/**
 * Calls a route of the contract by its name.
 * @throws {ApiError} for an answer that is not 2xx, a timeout or no connection.
 */
export async function api<N extends RouteName>(
  name: N,
  input: Input<N>,
  options: RequestOptions = {},
): Promise<RouteResponse<N>> {
  const response = await send(name, input as Input<RouteName>, options);
  if (response.status === 204) return undefined as RouteResponse<N>;
  try {
    return (await response.json()) as RouteResponse<N>;
  } catch (error) {
    // Cut off in the middle, or not this server's answer at all (the log-in page of somebody's Wi-Fi).
    if (options.signal?.aborted) throw error;
    throw sinConexion();
  }
}

/** How far a download is. */
export interface Avance {
  filas: number;
  bytes: number;
  /** About how many rows it will have; null when the server did not count them. */
  total: number | null;
}

/** A download may take hours, but not stand still, ms. */
const SIN_DATOS_MS = 60_000;
const SIN_LIMITE_MS = 24 * 60 * 60_000;
const SALTO = 10;

/**
 * Downloads a streamed file and hands it to the browser under the given name.
 * @param onAvance hears of each piece as it comes
 * @throws {ApiError} as {@link api} does; what `signal` was aborted with
 */
export async function descargar<N extends RouteName>(
  name: N,
  input: Input<N>,
  fileName: string,
  { signal, onAvance }: { signal?: AbortSignal; onAvance?: (avance: Avance) => void } = {},
): Promise<void> {
  const quieta = new AbortController();
  const vigilar = (ms: number) => setTimeout(() => quieta.abort(), ms);
  let reloj = vigilar(TIMEOUT_MS);
  try {
    const response = await send(name, input as Input<RouteName>, {
      timeoutMs: SIN_LIMITE_MS,
      signal: signal ? AbortSignal.any([signal, quieta.signal]) : quieta.signal,
    });
    const total = response.headers.get('x-total-filas');
    // The heading is a line, but no row.
    const avance: Avance = { filas: -1, bytes: 0, total: total === null ? null : Number(total) };
    const partes: BlobPart[] = [];
    const reader = response.body!.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      clearTimeout(reloj);
      reloj = vigilar(SIN_DATOS_MS);
      partes.push(value);
      avance.bytes += value.length;
      for (let at = value.indexOf(SALTO); at >= 0; at = value.indexOf(SALTO, at + 1)) avance.filas += 1;
      onAvance?.({ ...avance, filas: Math.max(0, avance.filas) });
    }
    guardarCsv(partes, fileName);
  } finally {
    clearTimeout(reloj);
  }
}
