import type {
  ErrorBody,
  RouteBodyInput,
  RouteName,
  RouteParamsInput,
  RouteQueryInput,
  RouteResponse,
} from '@acequia/contracts';
import { ROUTE_TABLE } from 'virtual:route-table';
import { tellCallOutcome } from './call-outcome.js';
import { saveFile } from './save-file.js';
import { authorization, timedFetch, TIMEOUT_MS, takeEarly, urlOf } from './early-call.js';
import { serverNow } from '../time/server-clock.js';
import { clearSession, readToken, readUsuario } from '../session.js';
import { texts } from '../textos.js';

/** A failed call: an answer that is not 2xx, or no answer (`status` 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly codigo: string,
    mensaje: string,
    readonly detalles: ErrorBody['detalles'] = undefined,
    /** With `version_vieja`: the stored record, in the shape of the route's answer. */
    readonly actual: unknown = undefined,
  ) {
    super(mensaje);
    this.name = 'ApiError';
  }
}

function noConnection(): ApiError {
  tellCallOutcome(false);
  return new ApiError(0, 'sin_conexion', texts.noConnection);
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
  /** The body of a route that takes a file, sent as it is. */
  file?: Blob;
}

/** A call that waits longer for its answer puts the connection in doubt, long before it fails. ms */
const SLOW_MS = 5_000;

async function send(name: RouteName, input: Input<RouteName>, options: RequestOptions): Promise<Response> {
  const { method, path, isPublic, expires } = ROUTE_TABLE[name];
  const token = readToken();
  // A screen that outlives its session, while the login page is on its way.
  if (token === null && !isPublic) throw new ApiError(401, 'sesion_invalida', texts.sessionEnded);
  const { params, query, body } = input as { params?: object; query?: object; body?: unknown };
  const url = urlOf(path, { ...params }, { ...query });
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const timeout = AbortSignal.timeout(timeoutMs);
  const slow = setTimeout(() => tellCallOutcome(false), SLOW_MS);
  let response: Response;
  try {
    const early = method === 'GET' ? takeEarly(url) : undefined;
    response = await (early ??
      timedFetch(url, {
        method,
        headers: {
          ...authorization(),
          // Who has given up must not see it begin: a lost line may deliver it minutes later.
          ...(expires && { 'valido-hasta': String(serverNow() + timeoutMs) }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(options.file && { 'content-type': 'application/octet-stream' }),
          ...options.headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(options.file && { body: options.file }),
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      }));
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw noConnection();
  } finally {
    clearTimeout(slow);
  }
  tellCallOutcome(response.status < 500);
  if (response.ok) return response;
  if (response.status === 401) endSession(token);
  const sent = (await response.json().catch(() => null)) as ErrorBody | null;
  if (sent?.codigo === 'segundo_paso_exigido') goToAccount();
  throw new ApiError(
    response.status,
    sent?.codigo ?? 'error_interno',
    sent?.mensaje ?? texts.unexpected,
    sent?.detalles,
    sent?.actual,
  );
}

/**
 * Any 401 ends the session and goes to /login, unless the browser is there already. When another tab has started a session
 * since the request was sent, the new session stays: the guard of /login then redirects home.
 */
function endSession(token: string | null): void {
  if (window.location.pathname === '/login') return;
  if (readToken() === token) clearSession();
  window.location.replace('/login');
}

/** Nothing else is open to who owes a second step. */
function goToAccount(): void {
  const path = readUsuario()?.rol === 'usuario' ? '/panel/cuenta' : '/cuenta';
  if (window.location.pathname !== path) window.location.replace(path);
}

/**
 * Calls a route of the contract by its name.
 * @throws {ApiError} for an answer that is not 2xx, a timeout or no connection
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
    // The body was cut off, or the answer is not this server's (the login page of a Wi-Fi network).
    if (options.signal?.aborted) throw error;
    throw noConnection();
  }
}

export interface Progress {
  rows: number;
  bytes: number;
  /** Approximate total of rows; null when the server did not count them. */
  total: number | null;
}

/** Longest pause without data, ms; the download itself may take hours. */
const NO_DATA_MS = 60_000;
const NO_LIMIT_MS = 24 * 60 * 60_000;
const LINE_FEED = 10;

/**
 * Downloads a streamed file and saves it under the given name.
 * @param onProgress called for each received chunk
 * @throws {ApiError} as {@link api} does; or the reason that `signal` was aborted with
 */
export async function downloadFile<N extends RouteName>(
  name: N,
  input: Input<N>,
  fileName: string,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: Progress) => void } = {},
): Promise<void> {
  const still = new AbortController();
  const watch = (ms: number) => setTimeout(() => still.abort(), ms);
  let timer = watch(TIMEOUT_MS);
  try {
    const response = await send(name, input as Input<RouteName>, {
      timeoutMs: NO_LIMIT_MS,
      signal: signal ? AbortSignal.any([signal, still.signal]) : still.signal,
    });
    const total = response.headers.get('x-total-filas');
    // The first line is the CSV header and no row.
    const progress: Progress = { rows: -1, bytes: 0, total: total === null ? null : Number(total) };
    const parts: BlobPart[] = [];
    const reader = response.body!.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      clearTimeout(timer);
      timer = watch(NO_DATA_MS);
      parts.push(value);
      progress.bytes += value.length;
      for (let at = value.indexOf(LINE_FEED); at >= 0; at = value.indexOf(LINE_FEED, at + 1)) progress.rows += 1;
      onProgress?.({ ...progress, rows: Math.max(0, progress.rows) });
    }
    saveFile(parts, fileName, response.headers.get('content-type') ?? undefined);
  } finally {
    clearTimeout(timer);
  }
}
