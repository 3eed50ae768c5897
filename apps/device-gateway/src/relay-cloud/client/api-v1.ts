import { CloudFailure } from './cloud-failure.js';
import { namesAnother } from './device-ids.js';
import { DISCONNECTED, type Lectura, readStatus } from './device-status.js';
import { refusalOf } from './refusals.js';
import type { CloudAnswer } from './cloud-http.js';
import { object } from './unknown.js';

/** The deprecated API, which most installations still use: form bodies, one device per request. */
export const V1 = {
  form: (fields: Record<string, string>): string => new URLSearchParams(fields).toString(),
  statusPath: '/device/status',
  controlPath: '/device/relay/control',

  /** @param request the id that was asked for: a status of another device is refused @throws CloudFailure */
  readStatus(answer: CloudAnswer, request: string): Lectura {
    // The answer to an unknown id has not been observed; an empty 400 is taken for it.
    if (answer.status === 400 && answer.text.trim() === '') {
      throw new CloudFailure('dispositivo_desconocido', {
        detalle: { codigo: 'nube_http', status: 400, redirected: false },
        ofDevice: true,
      });
    }
    const data = dataOf(answer);
    const { online, device_status } = data;
    if (namesAnother(object(device_status)['id'], request)) {
      throw new CloudFailure('respuesta_ilegible', {
        detalle: { codigo: 'nube_otro_dispositivo' },
        ofDevice: true,
      });
    }
    if (online === false || online === 0) return DISCONNECTED;
    if (typeof device_status !== 'object' || device_status === null) {
      throw new CloudFailure('respuesta_ilegible', { detalle: { codigo: 'nube_sin_estado' } });
    }
    // The cloud keeps the last state of a disconnected device, so the state counts only when the cloud says that the device is online.
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
  if (isok !== true) throw new CloudFailure('respuesta_ilegible', { detalle: { codigo: 'nube_sin_resultado' } });
  return object(data);
};
