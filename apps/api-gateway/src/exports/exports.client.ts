import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import {
  AppError,
  ErrorBody,
  type SentError,
  type ExportRequest,
  EXPORTS_PATH,
  type Persona,
  SIGNED_CALLER_HEADER,
  TOTAL_ROWS_HEADER,
} from '@acequia/contracts';
import { deriveKey, ENV, signCaller, TRACE } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../env.js';

/** Longest wait for the first byte, ms; the rest may take as long as the client needs to read it. */
export const FIRST_BYTE_MS = 14_000;

export interface ExportStream {
  csv: Readable;
  /** Approximate number of rows; null = unknown. */
  rows: string | null;
}

/** Exports are byte streams, so telemetry-history sends them over internal HTTP and not over the bus. */
@Injectable()
export class ExportsClient {
  private readonly url: URL;
  private readonly key: Buffer;

  constructor(@Inject(ENV) env: Env) {
    this.url = new URL(EXPORTS_PATH, env.TELEMETRY_HISTORY_URL);
    this.key = deriveKey(env.ACEQUIA_SECRET_KEY, 'caller');
  }

  /**
   * Opens the CSV stream. A slow client slows the source down; `signal` cancels the query.
   * @throws AppError the error of telemetry-history, or `servicio_no_disponible`.
   */
  async open(request: ExportRequest, persona: Persona, signal: AbortSignal): Promise<ExportStream> {
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), FIRST_BYTE_MS);
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-request-id': TRACE.current(),
          [SIGNED_CALLER_HEADER]: signCaller(this.key, persona),
        },
        body: JSON.stringify(request),
        redirect: 'error',
        signal: AbortSignal.any([signal, giveUp.signal]),
      });
      if (!response.ok || !response.body) throw await errorOf(response);
      return {
        csv: Readable.fromWeb(response.body as ReadableStream),
        rows: response.headers.get(TOTAL_ROWS_HEADER),
      };
    } catch (cause) {
      throw cause instanceof AppError ? cause : new AppError('servicio_no_disponible', { cause });
    } finally {
      clearTimeout(timer);
    }
  }
}

const Refusal = ErrorBody.omit({ trace_id: true });

const errorOf = async (response: Response): Promise<AppError> => {
  const body = Refusal.safeParse(await response.json().catch(() => null));
  if (!body.success) return new AppError('servicio_no_disponible', { cause: new Error(`HTTP ${response.status}`) });
  const { codigo, mensaje, detalles } = body.data;
  return AppError.fromJSON({ codigo: codigo as SentError['codigo'], texto: mensaje, ...(detalles && { detalles }) });
};
