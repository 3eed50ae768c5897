import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Request, RequestHandler } from 'express';
import sirv from 'sirv';

/** Vite puts a content hash into these names, so a file never changes. */
const HASHED = /^\/assets\//;
const OTHER_DOORS = /^\/(api|socket\.io)(\/|$)/i;

/** Whether the path belongs to the console's router: no file name, and the client accepts HTML. */
const isPage = (request: Request): boolean =>
  !basename(request.path).includes('.') && request.accepts('html') !== false;

/**
 * Serves the built console: its files (with their .br and .gz variants), and index.html for the addresses of its router. Never under /api.
 * Null when the console was not built.
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
    // sirv throws on a backwards range, and no file here is worth resuming.
    delete request.headers.range;
    files(request, response, () => (isPage(request) ? page(request, response, next) : next()));
  };
};
