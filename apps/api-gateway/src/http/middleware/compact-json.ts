import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { RequestHandler, Response } from 'express';
import { JsonText } from '../../routing/json-text.js';

/** Largest answer to compress synchronously, bytes: takes some tenths of a millisecond, less than a handover to another thread. */
const AT_ONCE = 64 * 1024;
/** Takes a fifth of the time of zlib's default level (6), for a twentieth more bytes. */
const GZIP_LEVEL = 4;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const READS = new Set(['GET', 'HEAD']);

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

const tagOf = (text: string): string => `"${createHash('sha1').update(text).digest('base64url')}"`;

/** Names the text in ETag, weakly because it goes out in several encodings. Whether the client has it already. */
const isKnown = (response: Response, text: string): boolean => {
  const tag = tagOf(text);
  response.setHeader('ETag', `W/${tag}`);
  // Not `request.fresh`: fetch adds `Cache-Control: no-cache` to each request with If-None-Match.
  return response.req.get('if-none-match')?.includes(tag) ?? false;
};

/**
 * Compresses JSON of medium size synchronously; smaller answers stay uncompressed, and larger ones go to the `compression` middleware
 * before this. What a service answered to a GET has an ETag from that size on: who asks with If-None-Match and would get the same
 * gets 304.
 * @param from smallest size to compress, bytes
 */
export const compactJson =
  (from: number): RequestHandler =>
  (request, response, next) => {
    response.json = (body: unknown) => {
      const text = body instanceof JsonText ? body.text : JSON.stringify(body);
      const isTagged = body instanceof JsonText && text.length >= from && READS.has(request.method);
      if (isTagged && isKnown(response, text)) return response.status(304).end();
      const isMiddling = text.length >= from && text.length <= AT_ONCE && request.method !== 'HEAD';
      return isMiddling ? sendCompressed(response, text) : response.type('json').send(text);
    };
    next();
  };
