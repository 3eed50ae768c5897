import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import sirv from 'sirv';

/** Vite puts a content hash into these names, so a file never changes. */
const HASHED = /^\/assets\//;
const HIDDEN = /(\/|%2f)(\.|%2e)/i;
const OTHER_DOORS = /^\/(api|socket\.io)(\/|$)/i;

/** Whether the path belongs to the console's router: no file name, and the client accepts HTML. */
const isPage = (request: Request): boolean =>
  !basename(request.path).includes('.') && request.accepts('html') !== false;

/** sirv pipes a file without an error listener: one that is deleted while it is opened would end the process. */
const cutOnError = (response: Response): void =>
  void response.once('pipe', (source: Readable) => source.once('error', () => response.destroy()));

/**
 * Serves the built console: its files (with their .br and .gz variants), and index.html for the addresses of its router. Never under /api.
 * Null when the console was not built.
 */
export const consoleFiles = (root: string): RequestHandler | null => {
  if (!existsSync(join(root, 'index.html'))) return null;
  // `dev` looks at each request which files there are: the console may be built anew under a running gateway.
  const options: Parameters<typeof sirv>[1] = { etag: true, gzip: true, brotli: true, dev: true };
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
    if (!isRead || OTHER_DOORS.test(request.path) || HIDDEN.test(request.path)) return next();
    // sirv throws on a backwards range, and no file here is worth resuming.
    delete request.headers.range;
    cutOnError(response);
    files(request, response, () => (isPage(request) ? page(request, response, next) : next()));
  };
};
