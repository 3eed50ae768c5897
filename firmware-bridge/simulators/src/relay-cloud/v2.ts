import { z } from 'zod';
import type { Account } from './account.js';
import type { Answer, Asked, Incoming } from './answer.js';
import type { RelayDevice } from './relay-device.js';

/** v2 (beta) of the Cloud Control API: JSON bodies, the key in the query. */

const BASE = '/v2/devices/api';
const ROUTES: Readonly<Record<string, Asked['action']>> = {
  [`${BASE}/get`]: 'read',
  [`${BASE}/set/switch`]: 'command',
  [`${BASE}/set/groups`]: 'command',
};

const Get = z.object({
  ids: z.array(z.string()).min(1).max(10),
  select: z.array(z.enum(['status', 'settings'])).default([]),
  pick: z.object({ status: z.array(z.string()).optional(), settings: z.array(z.string()).optional() }).default({}),
});
const Command = { on: z.boolean(), toggle_after: z.number().positive().optional() };
const SetSwitch = z.object({ id: z.string(), channel: z.number().int().default(0), ...Command });
const SetGroups = z.object({
  switch: z.object({ ids: z.array(z.string()).min(1), command: z.object(Command) }),
});

type Refusal = 'DEVICE_OFFLINE' | 'DEVICE_INVALID_CHANNEL' | 'DEVICE_NOT_FOUND';
const STATUS: Readonly<Record<Refusal | 'BAD_REQUEST' | 'UNEXPECTED_SUBSERVICE_ERROR', number>> = {
  BAD_REQUEST: 400,
  DEVICE_OFFLINE: 400,
  DEVICE_INVALID_CHANNEL: 400,
  DEVICE_NOT_FOUND: 404,
  UNEXPECTED_SUBSERVICE_ERROR: 500,
};
const refused = (error: keyof typeof STATUS): Answer => ({
  status: STATUS[error],
  json: { error, data: { messages: [] } },
});

/** Wrong key (401) and rate limit (429): the real bodies are unknown. */
export const V2_ERRORS = {
  tooFast: { status: 429 } satisfies Answer,
  wrongKey: { status: 401 } satisfies Answer,
  empty401: { status: 401 } satisfies Answer,
  serverError: refused('UNEXPECTED_SUBSERVICE_ERROR'),
  tooMany: { status: 429 } satisfies Answer,
};

const json = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** `<ID>_<CH>` of a group. */
const member = (name: string): { id: string; channel: number } => {
  const cut = name.lastIndexOf('_');
  return cut < 0 ? { id: name, channel: 0 } : { id: name.slice(0, cut), channel: Number(name.slice(cut + 1)) };
};

const idsIn = (path: string, body: unknown): string[] => {
  const get = Get.safeParse(body);
  if (path === `${BASE}/get`) return get.data?.ids ?? [];
  const groups = SetGroups.safeParse(body);
  if (path === `${BASE}/set/groups`) return groups.data?.switch.ids.map((name) => member(name).id) ?? [];
  const one = SetSwitch.safeParse(body);
  return one.success ? [one.data.id] : [];
};

/** null for a request outside v2. */
export const askedV2 = ({ method, path, query, body }: Incoming): Asked | null => {
  const action = ROUTES[path];
  if (!action || method !== 'POST') return null;
  return { api: 'v2', action, key: query.get('auth_key') ?? '', ids: idsIn(path, json(body)) };
};

const picked = (all: Record<string, unknown>, keys: string[] | undefined): Record<string, unknown> =>
  keys ? Object.fromEntries(Object.entries(all).filter(([key]) => keys.includes(key))) : all;

const described = (device: RelayDevice, { select, pick }: z.output<typeof Get>, now: number): unknown => ({
  id: device.id,
  ...(device.facts.type && { type: device.facts.type }),
  code: device.facts.code,
  gen: device.facts.gen,
  online: device.online ? 1 : 0,
  ...(select.includes('status') && { status: picked(device.status(now), pick.status) }),
  // The real content of `settings` is unknown.
  ...(select.includes('settings') && { settings: {} }),
});

const turn = (
  account: Account,
  { id, channel }: { id: string; channel: number },
  { on, toggle_after }: { on: boolean; toggle_after?: number | undefined },
  now: number,
): Refusal | null => {
  const device = account.device(id);
  if (!device) return 'DEVICE_NOT_FOUND';
  if (!(channel >= 0 && channel < device.facts.channels)) return 'DEVICE_INVALID_CHANNEL';
  if (!device.online) return 'DEVICE_OFFLINE';
  device.switch(on, now, 'v2', toggle_after);
  return null;
};

export const answerV2 = ({ path, body }: Incoming, account: Account, now: number): Answer => {
  const sent = json(body);
  if (path === `${BASE}/get`) {
    const get = Get.safeParse(sent);
    if (!get.success) return refused('BAD_REQUEST');
    // An id outside the account is left out silently; an id asked for twice comes once.
    const found = new Set(get.data.ids.flatMap((id) => account.device(id) ?? []));
    return { status: 200, json: [...found].map((device) => described(device, get.data, now)) };
  }
  if (path === `${BASE}/set/switch`) {
    const set = SetSwitch.safeParse(sent);
    if (!set.success) return refused('BAD_REQUEST');
    const refusal = turn(account, set.data, set.data, now);
    return refusal ? refused(refusal) : { status: 200 };
  }
  const groups = SetGroups.safeParse(sent);
  if (!groups.success) return refused('BAD_REQUEST');
  const { ids, command } = groups.data.switch;
  const failed = ids.flatMap((name) => {
    const refusal = turn(account, member(name), command, now);
    return refusal ? [[name, refusal] as const] : [];
  });
  return failed.length === 0 ? { status: 200 } : { status: 200, json: { failedCommands: Object.fromEntries(failed) } };
};
