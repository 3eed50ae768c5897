import { AppError, type RouteName, ROUTES, type RouteDefinition } from '@acequia/contracts';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { LARGE_BODY, BODY_LIMIT, OPEN_BODY_LIMIT, LARGE_BODY_LIMIT } from '../../limits/limits.js';
import { isShallow } from './json-depth.js';

/** ms until a body that trickles is given up: before the answer's own deadline, and before the listener cuts the connection. */
const BODY_MS = 14_000;
/** Levels of lists and objects: the contract needs four. */
const DEPTH = 16;
/** Of a body that anybody may send. */
const OPEN_DEPTH = 2;

/** JSON in UTF-8, not compressed: what is inflated costs us a thousand times what it costs its sender. */
const parser = (limit: string, depth: number): RequestHandler =>
  express.json({
    limit,
    inflate: false,
    verify: (_request, _response, bytes, encoding) => {
      if (encoding !== 'utf-8') throw new AppError('tipo_no_admitido');
      if (!isShallow(bytes, depth)) throw new AppError('datos_invalidos');
    },
  });

const open = parser(OPEN_BODY_LIMIT, OPEN_DEPTH);
const small = parser(BODY_LIMIT, DEPTH);
const large = parser(LARGE_BODY_LIMIT, DEPTH);

const parserOf = (name: RouteName): RequestHandler => {
  if (ROUTES[name].access === 'publico') return open;
  return LARGE_BODY.includes(name) ? large : small;
};

/**
 * Reads the body of a route that has one, for whoever was let in.
 * @throws AppError, or what the parser throws, which carries an HTTP status.
 */
export const readBody = async (name: RouteName, request: Request, response: Response, ms = BODY_MS): Promise<void> => {
  const route: RouteDefinition = ROUTES[name];
  if (!route.body) return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new AppError('cuerpo_lento')), ms);
    void parserOf(name)(request, response, (error?: unknown) => {
      clearTimeout(timer);
      if (error === undefined) resolve();
      else reject(error as Error);
    });
  });
};
