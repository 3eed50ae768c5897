import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a file atomically and readable by its group: the listener for boards runs as another user. */
const replace = (path: string, content: Buffer): void => {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, content, { mode: 0o640 });
  // The umask may have removed the group's permission.
  chmodSync(unfinished, 0o640);
  renameSync(unfinished, path);
};

/** Caddy's certificate and key for this name: of several issuers, the most recent. null = none yet. */
const newest = (storage: string, domain: string): { cert: Buffer; key: Buffer } | null => {
  const issuers = join(storage, 'caddy/certificates');
  if (!existsSync(issuers)) return null;
  const [latest] = readdirSync(issuers)
    .map((issuer) => join(issuers, issuer, domain, domain))
    .filter((base) => existsSync(`${base}.crt`) && existsSync(`${base}.key`))
    .sort((a, b) => statSync(`${b}.crt`).mtimeMs - statSync(`${a}.crt`).mtimeMs);
  return latest === undefined ? null : { cert: readFileSync(`${latest}.crt`), key: readFileSync(`${latest}.key`) };
};

/**
 * Copies Caddy's certificate for `domain` to `target/server.pem` and `.key` when it changed. The key is written first.
 * @returns whether a new certificate was copied
 */
export const copyCertificate = (storage: string, domain: string, target: string): boolean => {
  const pair = newest(storage, domain);
  if (!pair) return false;
  const [cert, key] = [join(target, 'server.pem'), join(target, 'server.key')];
  if (existsSync(cert) && existsSync(key) && readFileSync(cert).equals(pair.cert) && readFileSync(key).equals(pair.key))
    return false;
  replace(key, pair.key);
  replace(cert, pair.cert);
  return true;
};
