import { AppError, type ErrorCode, type ErrorBody } from '@acequia/contracts';
import { type Logger, LOGGER } from '@acequia/service-kit';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { Request, Response } from 'express';
import { TRACE_HEADER } from './middleware/trace.js';

/** Our error codes for the HTTP statuses that Express, its body parser and Nest throw. */
const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'datos_invalidos',
  401: 'sesion_invalida',
  403: 'sin_permiso',
  404: 'no_encontrado',
  408: 'cuerpo_lento',
  413: 'cuerpo_demasiado_grande',
  415: 'tipo_no_admitido',
  429: 'demasiadas_solicitudes',
  503: 'servicio_no_disponible',
  504: 'servicio_no_disponible',
};

const statusOf = (error: unknown): number => {
  if (error instanceof HttpException) return error.getStatus();
  const status: unknown = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : 500;
};

/** Bytes of an unread body to read and discard, so that the client receives the answer and keeps the connection. */
const DRAINED_MAXIMO = 1_048_576;
const isLong = ({ headers }: Request): boolean => {
  const length = Number(headers['content-length'] ?? NaN);
  return headers['transfer-encoding'] !== undefined || !(length <= DRAINED_MAXIMO);
};

export const asAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  const timedOut = error instanceof Error && error.name === 'TimeoutError';
  const codigo = timedOut ? 'servicio_no_disponible' : (CODE_BY_STATUS[statusOf(error)] ?? 'error_interno');
  return new AppError(codigo, { cause: error });
};

/** Gives every error one shape. Stacks and causes stay in the log, under the trace id. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    // The client left or the answer has begun: cut the connection, so that half an answer does not look complete.
    if (response.headersSent || response.destroyed) {
      if (!response.writableEnded) response.destroy();
      return;
    }
    const known = asAppError(error);
    const trace_id = String(response.getHeader(TRACE_HEADER) ?? '');
    this.log(known, request, trace_id);
    if (known.codigo === 'cuerpo_lento' || (!request.complete && isLong(request)))
      response.setHeader('Connection', 'close');
    if (known.wait_s !== undefined) response.setHeader('Retry-After', String(Math.ceil(known.wait_s)));
    response.status(known.status).json({
      codigo: known.codigo,
      mensaje: known.texto,
      trace_id,
      ...(known.detalles && { detalles: known.detalles }),
      ...(known.actual && { actual: known.actual }),
    } satisfies ErrorBody);
  }

  private log(error: AppError, { method, path }: Request, trace_id: string): void {
    if (error.status < 500) return;
    const level = error.codigo === 'error_interno' ? 'error' : 'warn';
    this.logger[level]({ err: error.cause ?? error, codigo: error.codigo, method, path, trace_id }, 'Request failed');
  }
}
