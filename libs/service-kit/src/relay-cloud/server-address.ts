import { AppError } from '@acequia/contracts';
import { z } from 'zod';

/**
 * Which servers a device may name (DEC-17): a suffix (`.shelly.cloud`: https on 443, any host below it) or one exact
 * origin (`http://127.0.0.1:8085`, a stand-in). What a name resolves to is checked again when a connection is made.
 */
export type AllowedServer = { suffix: string } | { origen: string };

const SUFFIX = /^\.[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Characters of a host name, a port and a scheme only: no user, path, query, escape, space or backslash. */
const WRITING = /^(https?:\/\/)?[a-z0-9.-]+(:\d{1,5})?\/?$/i;

/** Parses RELAY_CLOUD_ALLOWED_HOSTS, comma-separated. @throws on an entry that is neither a suffix nor an origin. */
export const readAllowed = (list: string): AllowedServer[] =>
  list
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
    .map((entry) => {
      if (SUFFIX.test(entry)) return { suffix: entry };
      if (URL.canParse(entry) && new URL(entry).origin === entry.replace(/\/$/, ''))
        return { origen: new URL(entry).origin };
      throw new Error('must list suffixes like .shelly.cloud and origins like http://127.0.0.1:8085');
    });

/** The variable of that name, shared by inventory (which stores servers) and device-gateway (which connects to them). */
export const RELAY_CLOUD_ALLOWED_HOSTS = z
  .string()
  .default('.shelly.cloud')
  .transform((list, context) => {
    try {
      return readAllowed(list);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });

const belowSuffix = (host: string, suffix: string): boolean =>
  host.length <= 253 && host.endsWith(suffix) && host.split('.').every((label) => LABEL.test(label));

/**
 * The server in its stored form: trimmed, lower case, without a trailing slash, with a scheme only if one was typed
 * (otherwise https is meant). '' stays ''. @throws AppError `servidor_no_permitido`.
 */
export const normalizeServer = (written: string, permitted: readonly AllowedServer[]): string => {
  const texto = written.trim();
  if (texto === '') return '';
  if (!WRITING.test(texto)) throw new AppError('servidor_no_permitido');
  const withSchema = /^https?:\/\//i.test(texto);
  const candidate = withSchema ? texto : `https://${texto}`;
  if (!URL.canParse(candidate)) throw new AppError('servidor_no_permitido');
  const url = new URL(candidate);
  const allowed = permitted.some((entry) =>
    'origen' in entry
      ? entry.origen === url.origin
      : url.protocol === 'https:' && url.port === '' && belowSuffix(url.hostname, entry.suffix),
  );
  if (!allowed) throw new AppError('servidor_no_permitido');
  return withSchema ? url.origin : url.host;
};
