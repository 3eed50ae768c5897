import type { RouteName } from '@acequia/contracts';
import { ROUTE_TABLE } from 'virtual:route-table';
import { setClock } from '../time/server-clock.js';
import { readToken } from '../session.js';

/** Default timeout of a call, ms. */
export const TIMEOUT_MS = 15_000;

export function urlOf(path: string, params: Record<string, unknown> = {}, query: Record<string, unknown> = {}): string {
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  const text = search.toString();
  return `/api${filled}${text ? `?${text}` : ''}`;
}

/** Headers of every call. */
export function authorization(): Record<string, string> {
  const token = readToken();
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** `fetch` that also sets the server clock from the answer. */
export async function timedFetch(url: string, init: RequestInit): Promise<Response> {
  const sentAt = Date.now();
  const response = await fetch(url, init);
  setClock(response.headers.get('date'), sentAt);
  return response;
}

const earlyCalls = new Map<string, Promise<Response>>();

/** Sends a GET before the code that needs the answer has loaded; the first caller with the same URL takes the answer (`takeEarly`). */
export function askEarly(name: RouteName, query: Record<string, string>): void {
  const url = urlOf(ROUTE_TABLE[name].path, {}, query);
  const answer = timedFetch(url, { headers: authorization(), signal: AbortSignal.timeout(TIMEOUT_MS) });
  // Avoid an unhandled rejection when no caller takes the answer; a caller that does still gets the error.
  answer.catch(() => undefined);
  earlyCalls.set(url, answer);
}

/** Takes the pending answer to a URL; each answer can be taken once. */
export function takeEarly(url: string): Promise<Response> | undefined {
  const answer = earlyCalls.get(url);
  earlyCalls.delete(url);
  return answer;
}
