import { AppError, type RouteName, ROUTES, type RouteDefinition } from '@acequia/contracts';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { LARGE_BODY, BODY_LIMIT, OPEN_BODY_LIMIT, LARGE_BODY_LIMIT } from '../../limits/limits.js';
import { isShallow } from './json-depth.js';

/** Longest time to receive a body, ms: shorter than the answer's deadline and than the listener's own timeout. */
const BODY_MS = 14_000;
/** Levels of nested lists and objects; the contract needs four. */
const DEPTH = 16;
/** Nesting depth for routes without a session. */
const OPEN_DEPTH = 2;

/** Accepts uncompressed UTF-8 JSON only: inflating a body can cost the server a thousand times what sending it costs. */
const parser = (limit: string, depth: number): RequestHandler =>
  express.json({
    limit,
    inflate: false,
    verify: (_request, _response, bytes, encoding) => {
      if (encoding !== 'utf-8') throw new AppError('tipo_no_admitido');
      if (!isShallow(bytes, depth)) throw new AppError('datos_invalidos');
    },
  });

/** Files come as they are. */
const FILE = 'application/octet-stream';
const file = (limit: number): RequestHandler => express.raw({ type: FILE, limit, inflate: false });

const open = parser(OPEN_BODY_LIMIT, OPEN_DEPTH);
const small = parser(BODY_LIMIT, DEPTH);
const large = parser(LARGE_BODY_LIMIT, DEPTH);

const parserOf = (name: RouteName): RequestHandler => {
  const { bytes }: RouteDefinition = ROUTES[name];
  if (bytes !== undefined) return file(bytes);
  if (ROUTES[name].access === 'publico') return open;
  return LARGE_BODY.includes(name) ? large : small;
};

/**
 * Reads the body of a route that has one; call it after the session and limit checks.
 * @throws AppError, or an error of the parser with an HTTP status.
 */
export const readBody = async (name: RouteName, request: Request, response: Response, ms = BODY_MS): Promise<void> => {
  const route: RouteDefinition = ROUTES[name];
  if (!route.body && route.bytes === undefined) return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new AppError('cuerpo_lento')), ms);
    void parserOf(name)(request, response, (error?: unknown) => {
      clearTimeout(timer);
      if (error === undefined) resolve();
      else reject(error as Error);
    });
  });
};
