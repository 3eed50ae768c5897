import { AppError, CALLS, type RouteDefinition, ROUTES } from '@acequia/contracts';
import type { RequestHandler } from 'express';

/** Shorter than the console's own limit of 15 s (CALL-1), so that the error arrives first, ms. Started streams have no deadline. */
export const ANSWER_MS = 14_500;
/** How long an answer may follow its call's own limit, ms. */
const AFTER_CALL_MS = 500;

/** Writes whose call may take longer, such as an import: a caller that is told "unavailable" meanwhile would lose what it answers. */
export const PATIENT = new Map(
  Object.values<RouteDefinition>(ROUTES).flatMap(({ method, path, call }): [string, number][] => {
    const { kind, timeout_ms = 0 }: { kind?: string; timeout_ms?: number } = call ? CALLS[call] : {};
    const ms = timeout_ms + AFTER_CALL_MS;
    return kind === 'write' && ms > ANSWER_MS ? [[`${method} ${path}`, ms]] : [];
  }),
);

export const deadline =
  (ms = ANSWER_MS, patient: ReadonlyMap<string, number> = PATIENT): RequestHandler =>
  ({ method, path }, response, next) => {
    const limit_ms = patient.get(`${method} ${path}`) ?? ms;
    const timer = setTimeout(() => {
      const cause = new Error(`No answer in ${limit_ms} ms`);
      const codigo = method === 'GET' ? 'servicio_no_disponible' : 'resultado_desconocido';
      if (!response.headersSent) next(new AppError(codigo, { cause }));
    }, limit_ms);
    response.once('close', () => clearTimeout(timer));
    next();
  };
