import type { RouteName } from '@acequia/contracts';
import { ROUTE_TABLE } from 'virtual:route-table';
import { setClock } from '../time/server-clock.js';
import { readToken } from '../session.js';

/** Spec section 7: the default timeout of every call. */
export const TIMEOUT_MS = 15_000;

export function urlOf(path: string, params: Record<string, unknown> = {}, query: Record<string, unknown> = {}): string {
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  const text = search.toString();
  return `/api${filled}${text ? `?${text}` : ''}`;
}

/** What every call carries, whoever makes it. */
export function authorization(): Record<string, string> {
  const token = readToken();
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** `fetch`, which also sets the clock by the moment of the answer. */
export async function timedFetch(url: string, init: RequestInit): Promise<Response> {
  const sentAt = Date.now();
  const response = await fetch(url, init);
  setClock(response.headers.get('date'), sentAt);
  return response;
}

const earlyCalls = new Map<string, Promise<Response>>();

/** Asks a GET before the code that wants its answer is there; whoever asks the same first takes it (`tomarAdelantada`). */
export function askEarly(name: RouteName, query: Record<string, string>): void {
  const url = urlOf(ROUTE_TABLE[name].path, {}, query);
  const answer = timedFetch(url, { headers: authorization(), signal: AbortSignal.timeout(TIMEOUT_MS) });
  // Nobody may ever want it; who does, learns of the failure.
  answer.catch(() => undefined);
  earlyCalls.set(url, answer);
}

/** The answer that is on its way to a question, once. */
export function takeEarly(url: string): Promise<Response> | undefined {
  const answer = earlyCalls.get(url);
  earlyCalls.delete(url);
  return answer;
}
