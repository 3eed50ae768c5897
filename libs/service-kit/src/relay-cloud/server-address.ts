import { AppError } from '@acequia/contracts';
import { z } from 'zod';

/**
 * Which servers a device may name (DEC-17): a suffix (`.shelly.cloud`: https on 443, any host below it) or one exact
 * origin (`http://127.0.0.1:8085`, a stand-in). What a name resolves to is checked again when a connection is made.
 */
export type ServidorPermitido = { sufijo: string } | { origen: string };

const SUFIJO = /^\.[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const ETIQUETA = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Only what a host name, a port and a scheme are written with: no user, path, query, escape, space or backslash. */
const ESCRITURA = /^(https?:\/\/)?[a-z0-9.-]+(:\d{1,5})?\/?$/i;

/** Reads RELAY_CLOUD_ALLOWED_HOSTS, comma-separated. Throws on an entry that is neither a suffix nor an origin. */
export const leerPermitidos = (lista: string): ServidorPermitido[] =>
  lista
    .split(',')
    .map((entrada) => entrada.trim().toLowerCase())
    .filter((entrada) => entrada !== '')
    .map((entrada) => {
      if (SUFIJO.test(entrada)) return { sufijo: entrada };
      if (URL.canParse(entrada) && new URL(entrada).origin === entrada.replace(/\/$/, ''))
        return { origen: new URL(entrada).origin };
      throw new Error('must list suffixes like .shelly.cloud and origins like http://127.0.0.1:8085');
    });

/** The variable of that name, as inventory (which stores servers) and device-gateway (which asks them) both read it. */
export const RELAY_CLOUD_ALLOWED_HOSTS = z
  .string()
  .default('.shelly.cloud')
  .transform((list, context) => {
    try {
      return leerPermitidos(list);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });

const bajoSufijo = (host: string, sufijo: string): boolean =>
  host.length <= 253 && host.endsWith(sufijo) && host.split('.').every((etiqueta) => ETIQUETA.test(etiqueta));

/**
 * The server as it is stored: trimmed, lower case, without a trailing slash, with its scheme only if one was typed
 * (https is meant otherwise). '' stays ''. Throws `servidor_no_permitido`.
 */
export const normalizarServidor = (escrito: string, permitidos: readonly ServidorPermitido[]): string => {
  const texto = escrito.trim();
  if (texto === '') return '';
  if (!ESCRITURA.test(texto)) throw new AppError('servidor_no_permitido');
  const conEsquema = /^https?:\/\//i.test(texto);
  const candidato = conEsquema ? texto : `https://${texto}`;
  if (!URL.canParse(candidato)) throw new AppError('servidor_no_permitido');
  const url = new URL(candidato);
  const permitido = permitidos.some((entrada) =>
    'origen' in entrada
      ? entrada.origen === url.origin
      : url.protocol === 'https:' && url.port === '' && bajoSufijo(url.hostname, entrada.sufijo),
  );
  if (!permitido) throw new AppError('servidor_no_permitido');
  return conEsquema ? url.origin : url.host;
};
