import { isPublic, publicLookup, resolveWithSystem } from '@acequia/service-kit';
import { request as http } from 'node:http';
import { request as https } from 'node:https';
import { isIP } from 'node:net';

const TIMEOUT_MS = 10_000;

/** Whether a URL that a person entered may be called: https, and no literal private address. */
export const mayBeCalled = (url: URL, allowedOrigins: readonly string[]): boolean => {
  if (allowedOrigins.includes(url.origin)) return true;
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  return url.protocol === 'https:' && (isIP(literal) === 0 || isPublic(literal));
};

/** Follows no redirect and reads only the status of the answer. */
export const publicPost = (
  url: URL,
  body: string | Buffer,
  headers: Record<string, string>,
  allowedOrigins: readonly string[],
): Promise<number> =>
  new Promise((resolve, reject) => {
    const anywhere = allowedOrigins.includes(url.origin);
    const send = url.protocol === 'https:' ? https : http;
    const request = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        agent: false,
        ...(!anywhere && { lookup: publicLookup(resolveWithSystem) }),
      },
      (response) => {
        response.destroy();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
