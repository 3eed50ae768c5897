import type { Account } from './account.js';
import type { Answer, Asked, Incoming } from './answer.js';

/** v1 of the Cloud Control API: form bodies that contain the key. */

const ROUTES: Readonly<Record<string, Asked['action']>> = {
  '/device/status': 'read',
  '/device/relay/control': 'command',
};

const refused = (status: number, errors: Record<string, string>): Answer => ({ status, json: { isok: false, errors } });

export const V1_ERRORS = {
  tooFast: refused(401, { max_req: 'Request limit reached!' }),
  wrongKey: refused(401, { invalid_auth_key: 'Wrong auth key' }),
  empty401: refused(401, {}),
  /** The real body is unknown. */
  serverError: { status: 502 } satisfies Answer,
  tooMany: { status: 429 } satisfies Answer,
};
const WRONG_CHANNEL = refused(400, { wrong_channel: 'Could not control this relay channel!' });
/** Unknown device, or a command to an offline one: the real answer is unknown. */
const UNKNOWN: Answer = { status: 400 };

const form = ({ method, query, body }: Incoming): URLSearchParams =>
  method === 'POST' ? new URLSearchParams(body) : query;

/** null for a path outside v1. */
export const askedV1 = (incoming: Incoming): Asked | null => {
  const action = ROUTES[incoming.path];
  if (!action) return null;
  const fields = form(incoming);
  return { api: 'v1', action, key: fields.get('auth_key') ?? '', ids: fields.getAll('id') };
};

/** PHP encodes an empty object as `[]`. */
const emptyAsArrays = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(emptyAsArrays);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  return entries.length === 0 ? [] : Object.fromEntries(entries.map(([key, one]) => [key, emptyAsArrays(one)]));
};

export const answerV1 = (incoming: Incoming, { action, ids }: Asked, account: Account, now: number): Answer => {
  const fields = form(incoming);
  if (action === 'command' && incoming.method !== 'POST') return WRONG_CHANNEL;
  const device = account.device(ids[0] ?? '');
  if (!device) return UNKNOWN;
  if (action === 'read') {
    const data = { online: device.online, device_status: emptyAsArrays(device.status(now)) };
    return { status: 200, json: { isok: true, data } };
  }
  const turn = fields.get('turn');
  const hasChannel = fields.get('channel') === '0' && device.facts.channels > 0;
  if (!hasChannel || (turn !== 'on' && turn !== 'off')) return WRONG_CHANNEL;
  if (!device.online) return UNKNOWN;
  device.switch(turn === 'on', now, 'v1');
  return { status: 200, json: { isok: true, data: { device_id: device.id } } };
};
