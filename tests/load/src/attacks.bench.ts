import { ADMIN, type ApiClient, Farm, startAcequia } from '@acequia/testing';
import { request } from 'node:http';
import { quantiles } from './quantiles.js';

const TIMES = 300;
const WARM_UP = 50;
const FLOOD = 720;
/** Another loopback address than the one that the valid login comes from. */
const FLOODER = '127.0.0.7';
const ABSENT = 999_999;

/** The routes that take somebody's id from a query. */
const ROUTES = ['switches.de_usuario', 'dispositivos.de_usuario', 'historial.eventos'] as const;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** How often a time of `one` exceeds a time of `other`: 0.5 when they cannot be told apart, 1 when they always can. */
function separation(one: readonly number[], other: readonly number[]): number {
  let above = 0;
  for (const a of one) for (const b of other) above += a > b ? 1 : a === b ? 0.5 : 0;
  return Math.round((above / (one.length * other.length)) * 1_000) / 1_000;
}

/** Whether an administrator can tell a foreign id from an absent one by the time of the refusal (promise 51). */
async function idsByTime(asker: ApiClient, foreign: number): Promise<object[]> {
  const lines: object[] = [];
  for (const route of ROUTES) {
    const times: Record<'foreign' | 'absent', number[]> = { foreign: [], absent: [] };
    const ask = (usuario_id: number): Promise<number> =>
      timed(async () => (await asker.raw(route, { query: { usuario_id: String(usuario_id) } })).arrayBuffer());
    // In turns, so that whatever slows the machine slows both.
    for (let n = -WARM_UP; n < TIMES; n++) {
      const [first, second] = [await ask(foreign), await ask(ABSENT)];
      if (n < 0) continue;
      times.foreign.push(first);
      times.absent.push(second);
    }
    lines.push({
      bench: `51: a foreign or an absent id, ${route}`,
      foreign_is_slower: separation(times.foreign, times.absent),
      foreign_ms: quantiles(times.foreign),
      absent_ms: quantiles(times.absent),
    });
  }
  return lines;
}

/** One refused login from the flooder's address. */
const badLogin = (http: string, n: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(`${http}/api/auth/login`, {
      method: 'POST',
      agent: false,
      localAddress: FLOODER,
      headers: { 'content-type': 'application/json' },
    });
    sent.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end(JSON.stringify({ email: `nadie-${n}@acequia.test`, password: 'no es la clave' }));
  });

/** A valid login while 720 others from another address wait for their hashes (promise 52); quiet logins are the yardstick. */
async function loginBesideFlood(http: string, login: () => Promise<unknown>): Promise<object> {
  const quiet: number[] = [];
  for (let n = 0; n < 10; n++) quiet.push(await timed(login));
  const flood = Array.from({ length: FLOOD }, (_, n) => badLogin(http, n));
  const beside: number[] = [];
  let open = true;
  const ended = Promise.allSettled(flood).then((answers) => {
    open = false;
    return answers;
  });
  while (open && beside.length < 100) beside.push(await timed(login));
  const answers = (await ended).map((answer) => (answer.status === 'fulfilled' ? answer.value : 0));
  const statuses: Record<string, number> = {};
  for (const status of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    bench: `52: a valid login beside ${FLOOD} of another address`,
    flood: statuses,
    beside_ms: quantiles(beside),
    quiet_ms: quantiles(quiet),
  };
}

/** What an attacker could learn from times, and what a flood of logins costs somebody else. */
export async function benchAttacks(): Promise<object[]> {
  const acequia = await startAcequia({ env: { RATE_LIMIT_SESSION: '100000' } });
  try {
    const root = await acequia.loginAdmin();
    const [farm, other] = [await Farm.create(acequia, root), await Farm.create(acequia, root)];
    const lines = await idsByTime(farm.admin.api, other.usuario.id);
    const login = (): Promise<ApiClient> => acequia.login(ADMIN.email, ADMIN.password);
    return [...lines, await loginBesideFlood(acequia.http, login)];
  } finally {
    await acequia.stop();
  }
}
