import type { RouteName } from '@acequia/contracts';
import { ROUTE_TABLE } from 'virtual:route-table';
import { ajustarReloj } from '../time/server-clock.js';
import { leerToken } from '../session.js';

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
export function autorizacion(): Record<string, string> {
  const token = leerToken();
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** `fetch`, which also sets the clock by the moment of the answer. */
export async function buscar(url: string, init: RequestInit): Promise<Response> {
  const enviada = Date.now();
  const response = await fetch(url, init);
  ajustarReloj(response.headers.get('date'), enviada);
  return response;
}

const adelantadas = new Map<string, Promise<Response>>();

/** Asks a GET before the code that wants its answer is there; whoever asks the same first takes it (`tomarAdelantada`). */
export function adelantar(name: RouteName, query: Record<string, string>): void {
  const url = urlOf(ROUTE_TABLE[name].path, {}, query);
  const answer = buscar(url, { headers: autorizacion(), signal: AbortSignal.timeout(TIMEOUT_MS) });
  // Nobody may ever want it; who does, learns of the failure.
  answer.catch(() => undefined);
  adelantadas.set(url, answer);
}

/** The answer that is on its way to a question, once. */
export function tomarAdelantada(url: string): Promise<Response> | undefined {
  const answer = adelantadas.get(url);
  adelantadas.delete(url);
  return answer;
}
