import ipaddr from 'ipaddr.js';
import { lookup } from 'node:dns';
import { request as http } from 'node:http';
import { request as https } from 'node:https';
import type { LookupFunction } from 'node:net';

const TIMEOUT_MS = 10_000;

const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast';

/** Resolves to public addresses only, at the moment of connecting: a DNS answer that changes after a check cannot bypass it. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '', 0);
    const all = found.filter(({ address }) => isPublic(address));
    const [first] = all;
    if (!first) return callback(new Error('private address'), '', 0);
    if (options.all) (callback as (error: null, all: object[]) => void)(null, all);
    else callback(null, first.address, first.family);
  });
};

/** Whether a URL that a person entered may be called: https, and no literal private address. */
export const mayBeCalled = (url: URL, allowedOrigins: readonly string[]): boolean => {
  if (allowedOrigins.includes(url.origin)) return true;
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  return url.protocol === 'https:' && !(ipaddr.isValid(literal) && !isPublic(literal));
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
        ...(!anywhere && { lookup: publicLookup }),
      },
      (response) => {
        response.destroy();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
