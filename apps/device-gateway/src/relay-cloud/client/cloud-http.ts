import { AppError, type CloudDetail } from '@acequia/contracts';
import {
  AddressNotAllowed,
  type AllowedServer,
  inSpan,
  normalizeServer,
  publicLookup,
  redactUrl,
  type Resolver,
  resolveWithSystem,
} from '@acequia/service-kit';
import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';
import { CloudFailure } from './cloud-failure.js';

/** Larger than ten devices with all their settings; a larger body is no valid answer. */
export const BODY_MAX_BYTES = 256 * 1_024;
export interface CloudRequest {
  server: string;
  /** Path and query; may hold a key, so it is never logged. */
  path: string;
  contentType: 'application/json' | 'application/x-www-form-urlencoded';
  body: string;
  timeout_ms: number;
}

export interface CloudAnswer {
  status: number;
  text: string;
}

/**
 * One POST to a server that a person typed (DEC-17): https on 443 below an allowed suffix, or one exact origin of the installation's
 * list; public addresses only, checked at the connection; no redirects, at most {@link BODY_MAX_BYTES} of body, and a deadline.
 */
export class CloudHttp {
  private readonly agents: { http: http.Agent; https: https.Agent };
  private readonly lookup: ReturnType<typeof publicLookup>;

  constructor(
    private readonly permitted: readonly AllowedServer[],
    resolver: Resolver = resolveWithSystem,
  ) {
    // No keep-alive: when an idle connection breaks, it stays unknown whether its request arrived. A new connection with a remembered TLS
    // session costs little at one request a second.
    this.agents = { http: new http.Agent(), https: new https.Agent({ maxCachedSessions: 500 }) };
    this.lookup = publicLookup(resolver);
  }

  /** Calls `onSent` when the request leaves. @throws CloudFailure */
  async post(request: CloudRequest, onSent: () => void = () => undefined): Promise<CloudAnswer> {
    const origin = this.originOf(request.server);
    const exact = this.permitted.some((entry) => 'origen' in entry && entry.origen === origin.origin);
    const url = (): string => redactUrl(new URL(request.path, origin).href);
    return inSpan(
      'client',
      'POST relay cloud',
      () => ({ 'url.full': url() }),
      () => this.send(origin, exact, request, onSent),
    );
  }

  private originOf(server: string): URL {
    try {
      const stored = normalizeServer(server, this.permitted);
      if (stored === '') throw new CloudFailure('sin_configurar');
      return new URL(stored.includes('://') ? stored : `https://${stored}`);
    } catch (error) {
      if (error instanceof AppError) throw new CloudFailure('servidor_no_permitido');
      throw error;
    }
  }

  private send(origin: URL, exact: boolean, request: CloudRequest, onSent: () => void): Promise<CloudAnswer> {
    const secure = origin.protocol === 'https:';
    const module = secure ? https : http;
    return new Promise((resolve, reject) => {
      let sent = false;
      const fail = (error: Error): void => {
        clearTimeout(deadline);
        reject(failureOf(error, sent));
      };
      const outgoing = module.request({
        method: 'POST',
        protocol: origin.protocol,
        host: origin.hostname,
        port: origin.port || (secure ? 443 : 80),
        path: request.path,
        agent: this.agents[secure ? 'https' : 'http'],
        ...(!exact && { lookup: this.lookup }),
        headers: {
          'content-type': request.contentType,
          'content-length': Buffer.byteLength(request.body),
          accept: 'application/json',
        },
      });
      let timedOut = false;
      const deadline = setTimeout(() => {
        timedOut = true;
        outgoing.destroy(new TimedOut());
      }, request.timeout_ms);
      outgoing.on('error', fail);
      outgoing.on('socket', (socket: Socket) => {
        socket.once(secure ? 'secureConnect' : 'connect', () => {
          sent = true;
          onSent();
        });
      });
      outgoing.on('response', (incoming) => {
        collect(incoming).then(
          (text) => {
            clearTimeout(deadline);
            resolve({ status: incoming.statusCode ?? 0, text });
          },
          (error: Error) => fail(timedOut || error instanceof TooLarge ? error : new CutShort()),
        );
      });
      outgoing.end(request.body);
    });
  }
}

class TimedOut extends Error {}
class TooLarge extends Error {}
class CutShort extends Error {}

const collect = async (incoming: http.IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop destroys the connection, so no more of the body is read.
    if (bytes > BODY_MAX_BYTES) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const failureOf = (error: Error, sent: boolean): CloudFailure => {
  if (error instanceof AddressNotAllowed) return new CloudFailure('servidor_no_permitido');
  if (error instanceof TooLarge) {
    return new CloudFailure('respuesta_ilegible', { detalle: { codigo: 'nube_respuesta_grande' }, perhapsActed: sent });
  }
  if (error instanceof CutShort) {
    return new CloudFailure('respuesta_ilegible', {
      detalle: { codigo: 'nube_respuesta_cortada' },
      perhapsActed: sent,
    });
  }
  const code = (error as NodeJS.ErrnoException).code ?? null;
  const detalle: CloudDetail =
    error instanceof TimedOut ? { codigo: 'nube_sin_tiempo' } : { codigo: 'nube_conexion_fallida', error: code };
  return new CloudFailure('nube_sin_respuesta', { detalle, perhapsActed: sent, cause: error });
};
