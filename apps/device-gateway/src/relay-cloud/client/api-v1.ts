import { CloudFailure } from './cloud-failure.js';
import { namesAnother } from './device-ids.js';
import { DISCONNECTED, type Lectura, readStatus } from './device-status.js';
import { refusalOf } from './refusals.js';
import type { CloudAnswer } from './cloud-http.js';
import { object } from './unknown.js';

/** The deprecated API, which most installations still use (facts): form bodies, one device a request. */
export const V1 = {
  form: (fields: Record<string, string>): string => new URLSearchParams(fields).toString(),
  statusPath: '/device/status',
  controlPath: '/device/relay/control',

  /** @param pedido the id that was asked for: what speaks of another device is no reading of this one. @throws CloudFailure */
  readStatus(answer: CloudAnswer, request: string): Lectura {
    // What it says of an id that it does not know was never seen; a refusal without words is taken for that.
    if (answer.status === 400 && answer.text.trim() === '') {
      throw new CloudFailure('dispositivo_desconocido', { detalle: 'HTTP 400', deDispositivo: true });
    }
    const data = dataOf(answer);
    const { online, device_status } = data;
    if (namesAnother(object(device_status)['id'], request)) {
      throw new CloudFailure('respuesta_ilegible', { detalle: 'Respuesta de otro dispositivo', deDispositivo: true });
    }
    if (online === false || online === 0) return DISCONNECTED;
    if (typeof device_status !== 'object' || device_status === null) {
      throw new CloudFailure('respuesta_ilegible', { detalle: 'Respuesta sin estado' });
    }
    // The cloud keeps the last state of a device that is away: only of one that is said to be there it tells the present.
    if (online !== true && online !== 1) return DISCONNECTED;
    return { online: true, ...readStatus(object(device_status)) };
  },

  /** @throws CloudFailure */
  readControl(answer: CloudAnswer): void {
    dataOf(answer);
  },
};

const dataOf = (answer: CloudAnswer): Record<string, unknown> => {
  const body = refusalOf(answer);
  const { isok, data } = object(body);
  if (isok !== true) throw new CloudFailure('respuesta_ilegible', { detalle: 'Respuesta sin resultado' });
  return object(data);
};
