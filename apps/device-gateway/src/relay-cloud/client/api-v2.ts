import { CloudFailure, V2NotSpoken } from './cloud-failure.js';
import type { CloudAnswer } from './cloud-http.js';
import { IdIndex, idForCloud } from './device-ids.js';
import { DISCONNECTED, type Lectura, readStatus } from './device-status.js';
import { isRefusal, parseJson, refusalOf } from './refusals.js';
import { object } from './unknown.js';

/** Most ids in one read. */
export const V2_IDS_MAX = 10;

const withKey = (path: string, key: string): string => `${path}?auth_key=${encodeURIComponent(key)}`;

/** 2.0-beta: JSON bodies, the key in the query, ten devices per request. */
export const V2 = {
  getPath: (key: string): string => withKey('/v2/devices/api/get', key),
  switchPath: (key: string): string => withKey('/v2/devices/api/set/switch', key),
  getBody: (ids: readonly string[]): string => JSON.stringify({ ids: ids.map(idForCloud), select: ['status'] }),
  /** `off_after_s`: the relay turns itself off after this many seconds. */
  switchBody: (id: string, on: boolean, off_after_s: number | null): string =>
    JSON.stringify({ id: idForCloud(id), channel: 0, on, ...(off_after_s !== null && { toggle_after: off_after_s }) }),

  /**
   * Readings by the id as it was asked for. The cloud silently omits ids that are not in the account. `sure` = this account has answered
   * v2 before.
   * @throws CloudFailure, V2NotSpoken
   */
  readDevices(answer: CloudAnswer, ids: readonly string[], sure: boolean): Map<string, Lectura | CloudFailure> {
    requireV2(answer, sure);
    const body = refusalOf(answer);
    if (!Array.isArray(body)) throw sure ? new CloudFailure('respuesta_ilegible') : new V2NotSpoken();
    const index = new IdIndex(ids);
    const readings = new Map<string, Lectura | CloudFailure>();
    for (const one of body) {
      const id = index.find(object(one)['id']);
      if (id !== undefined) readings.set(id, readDevice(object(one)));
    }
    for (const id of ids) {
      if (!readings.has(id)) readings.set(id, new CloudFailure('dispositivo_desconocido', { ofDevice: true }));
    }
    return readings;
  },

  /** A success is a 200 with an empty body. @throws CloudFailure, V2NotSpoken */
  readSwitch(answer: CloudAnswer, sure: boolean): void {
    requireV2(answer, sure);
    refusalOf(answer);
  },
};

const readDevice = (device: Record<string, unknown>): Lectura | CloudFailure => {
  if (device['online'] !== 1 && device['online'] !== true) return DISCONNECTED;
  const { status } = device;
  if (typeof status !== 'object' || status === null) {
    return new CloudFailure('respuesta_ilegible', { ofDevice: true, detalle: { codigo: 'nube_sin_estado' } });
  }
  return { online: true, ...readStatus(object(status)) };
};

/** A server without v2 answers v2 paths with an error of another form; until v2 was seen once, a 401 proves nothing. */
const requireV2 = ({ status, text }: CloudAnswer, sure: boolean): void => {
  const strange = [400, 404, 405, 501].includes(status) && typeof object(parseJson(text))['error'] !== 'string';
  if (strange && !(status === 400 && sure)) throw new V2NotSpoken();
  if (!sure && (status === 401 || status === 403) && !/max_req/.test(text)) throw new V2NotSpoken();
  if (!sure && status === 200 && text !== '' && isRefusal(parseJson(text))) throw new V2NotSpoken();
};
