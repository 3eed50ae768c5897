import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Request, RequestHandler } from 'express';
import sirv from 'sirv';

/** Vite puts a hash of the content in these names: what is behind one never changes. */
const HASHED = /^\/assets\//;
const OTHER_DOORS = /^\/(api|socket\.io)(\/|$)/i;

/** An address of the console's own router: not a file's name, asked by something that reads pages. */
const isPage = (request: Request): boolean =>
  !basename(request.path).includes('.') && request.accepts('html') !== false;

/**
 * The built console: its files (with the .br and .gz that stand beside them), and index.html for the addresses its own
 * router knows. Never under /api. Null when it was not built.
 */
export const consoleFiles = (root: string): RequestHandler | null => {
  if (!existsSync(join(root, 'index.html'))) return null;
  const options: Parameters<typeof sirv>[1] = { etag: true, gzip: true, brotli: true };
  const files = sirv(root, {
    ...options,
    setHeaders: (response, pathname) => {
      const cache = HASHED.test(pathname) ? 'public, max-age=31536000, immutable' : 'no-cache';
      response.setHeader('Cache-Control', cache);
    },
  });
  const page = sirv(root, {
    ...options,
    single: true,
    setHeaders: (response) => response.setHeader('Cache-Control', 'no-cache'),
  });
  return (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || OTHER_DOORS.test(request.path)) return next();
    // Nothing here is worth resuming, and sirv answers a backwards range with an exception.
    delete request.headers.range;
    files(request, response, () => (isPage(request) ? page(request, response, next) : next()));
  };
};
