import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { RequestHandler, Response } from 'express';

/** Largest answer to compress synchronously, bytes: takes some tenths of a millisecond, less than a handover to another thread. */
const AT_ONCE = 64 * 1024;
/** Takes a fifth of the time of zlib's default level (6), for a twentieth more bytes. */
export const GZIP_LEVEL = 4;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compressed = (text: string, encoding: 'br' | 'gzip'): Buffer =>
  encoding === 'br' ? brotliCompressSync(text, BROTLI) : gzipSync(text, { level: GZIP_LEVEL });

const sendCompressed = (response: Response, text: string): Response => {
  // Prefer brotli, the smaller result, whatever order the client names.
  const accepted = response.req.acceptsEncodings();
  const encoding = (['br', 'gzip'] as const).find((one) => accepted.includes(one));
  response.vary('Accept-Encoding').type('json');
  if (!encoding) return response.send(text);
  return response.setHeader('Content-Encoding', encoding).send(compressed(text, encoding));
};

/**
 * Compresses JSON of medium size synchronously; smaller answers stay uncompressed, and larger ones go to the `compression` middleware
 * before this.
 * @param from smallest size to compress, bytes
 */
export const compactJson =
  (from: number): RequestHandler =>
  (_request, response, next) => {
    response.json = (body: unknown) => {
      const text = JSON.stringify(body);
      const isMiddling = text.length >= from && text.length <= AT_ONCE && response.req.method !== 'HEAD';
      return isMiddling ? sendCompressed(response, text) : response.type('json').send(text);
    };
    next();
  };
