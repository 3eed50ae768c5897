import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { RequestHandler, Response } from 'express';

/** Bytes up to which an answer is compressed at once: some tenths of a millisecond, less than handing it to another thread and back. */
const AT_ONCE = 64 * 1024;
/** Of gzip: a fifth of the time of zlib's own choice (6), for a twentieth more bytes. */
export const GZIP_LEVEL = 4;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compressed = (text: string, encoding: 'br' | 'gzip'): Buffer =>
  encoding === 'br' ? brotliCompressSync(text, BROTLI) : gzipSync(text, { level: GZIP_LEVEL });

const sendCompressed = (response: Response, text: string): Response => {
  // The smaller one of those it takes, whatever it names first.
  const accepted = response.req.acceptsEncodings();
  const encoding = (['br', 'gzip'] as const).find((one) => accepted.includes(one));
  response.vary('Accept-Encoding').type('json');
  if (!encoding) return response.send(text);
  return response.setHeader('Content-Encoding', encoding).send(compressed(text, encoding));
};

/**
 * Compresses JSON of a middling size in one go; what is smaller goes as it is, and what is larger is left to the `compression`
 * in front of this.
 * @param from bytes from which it is worth it
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
