import type { DispositivoReason } from '@acequia/contracts';
import { CloudFailure, vendorSays } from './cloud-failure.js';
import type { CloudAnswer } from './cloud-http.js';
import { object, text } from './unknown.js';

const DE_DISPOSITIVO: readonly (readonly [RegExp, DispositivoReason])[] = [
  [/offline|not.?connected|unreachable/i, 'sin_conexion'],
  [/not.?found|unknown.?(device|id)|no.?such|(wrong|invalid).?(device|id)\b/i, 'dispositivo_desconocido'],
];

/** v1 sends errors as `errors: {name: words}`, v2 as `error: NAME`. */
const wordsOf = (body: unknown): string => {
  const { error, errors, data } = object(body);
  const named = Object.entries(object(errors)).map(([name, said]) => `${name}: ${text(said) ?? ''}`);
  const messages = object(data)['messages'];
  const more = Array.isArray(messages) ? messages.filter((one) => typeof one === 'string') : [];
  return [text(error), ...named, ...more].filter((part) => part !== null && part !== '').join('; ');
};

/** Whether the body has the cloud's own error format; otherwise the server does not speak the requested API. */
export const isRefusal = (body: unknown): boolean =>
  typeof object(body)['error'] === 'string' || object(body)['isok'] === false;

export const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
};

/** A 401 means one of three things: too many requests, a wrong key, or nothing at all. */
const unauthorized = (words: string): CloudFailure => {
  if (/max_req|limit/i.test(words)) return new CloudFailure('limite', { ...vendorSays(words), transient: true });
  return new CloudFailure('clave_invalida', { ...vendorSays(words), transient: true, unauthorized: true });
};

/** The answer's JSON unless it is a refusal. @throws CloudFailure for a refusal */
export const refusalOf = ({ status, text: sent }: CloudAnswer): unknown => {
  const body = parseJson(sent);
  const words = wordsOf(body);
  const plain = { detalle: { codigo: 'nube_http', status, redirected: false } } as const;
  if (status === 401 || status === 403) throw unauthorized(words);
  if (status === 429) throw new CloudFailure('limite', { ...vendorSays(words), transient: true });
  if (status >= 300 && status < 400)
    throw new CloudFailure('nube_con_error', { detalle: { codigo: 'nube_http', status, redirected: true } });
  if (status >= 500) throw new CloudFailure('nube_con_error', { ...plain, ...vendorSays(words), perhapsActed: true });
  const refused = isRefusal(body);
  if (refused && /max_req/i.test(words)) throw new CloudFailure('limite', { ...vendorSays(words), transient: true });
  if (!refused && (status === 404 || status === 405)) {
    throw new CloudFailure('nube_con_error', { ...plain, apiAbsent: true });
  }
  if (refused || status >= 400) {
    const known = DE_DISPOSITIVO.find(([pattern]) => pattern.test(words));
    throw new CloudFailure(known?.[1] ?? 'nube_con_error', { ...plain, ...vendorSays(words), ofDevice: true });
  }
  if (body === undefined && sent.trim() !== '') throw new CloudFailure('respuesta_ilegible', { perhapsActed: true });
  return body;
};
