import { ROUTES } from '@acequia/contracts';
import express, { type RequestHandler } from 'express';
import { CUERPO_GRANDE, LIMITE_CUERPO, LIMITE_CUERPO_GRANDE } from '../../limits/limits.js';

/** Below /api, where the middleware is mounted. */
const patterns = CUERPO_GRANDE.map((name) => {
  const { method, path } = ROUTES[name];
  return { method, path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i') };
});

/** JSON only, with more room where the contract allows long lists. */
export const jsonBody = (): RequestHandler => {
  const small = express.json({ limit: LIMITE_CUERPO });
  const large = express.json({ limit: LIMITE_CUERPO_GRANDE });
  return (request, response, next) => {
    const isLarge = patterns.some(({ method, path }) => method === request.method && path.test(request.path));
    (isLarge ? large : small)(request, response, next);
  };
};
