import { AppError } from '@acequia/contracts';
import type { RequestHandler } from 'express';

const LECTURA = new Set(['GET', 'HEAD', 'OPTIONS']);

const urlOf = (text: string): URL | null => {
  try {
    return new URL(text);
  } catch {
    return null;
  }
};

/**
 * Whether a page of this origin may change data or hold a socket: only the console's own may. A request without Origin does not come from a
 * browser page (or is the page's own GET) and passes.
 */
export const allowedOrigin = (
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string | undefined,
): boolean => {
  if (origin === undefined) return true;
  const from = urlOf(origin);
  if (!from) return false;
  return from.host === host?.toLowerCase() || (publicUrl !== undefined && from.origin === urlOf(publicUrl)?.origin);
};

export const refuseForeignOrigin =
  (publicUrl: string | undefined): RequestHandler =>
  (request, _response, next) => {
    const { method, headers, host } = request;
    if (LECTURA.has(method) || allowedOrigin(headers.origin, host, publicUrl)) next();
    else next(new AppError('origen_no_permitido'));
  };
