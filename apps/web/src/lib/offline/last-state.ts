import { type Query, type QueryCache, type QueryClient } from '@tanstack/react-query';
import { LAST_STATE_CACHE, readToken, readUsuario } from '../session.js';
import { serverNow } from '../time/server-clock.js';
import { texts } from '../textos.js';

/** `meta` of queries whose last answer is kept in the browser, to be shown when the console opens without a connection. */
export const KEPT = { kept: true } as const;

interface LastState {
  /** Id of the person whom the server answered. */
  persona: number;
  /** When the server last said so, ms. */
  ts: number;
  data: unknown;
}

/** Longest time that a change waits to be written, ms. */
const WRITE_MS = 5_000;

/** Outside a secure context browsers have no such store. */
const available = (): boolean => 'caches' in window;
const addressOf = (queryHash: string): string => `/ultimo-estado/${encodeURIComponent(queryHash)}`;
const isKept = ({ meta }: Query): boolean => meta?.['kept'] === true;

/** Writes what the server says, while it is there. @returns a function that stops it */
export function keepLastState(queryCache: QueryCache): () => void {
  if (!available()) return () => undefined;
  const changed = new Map<string, LastState>();
  const write = async () => {
    const states = [...changed];
    changed.clear();
    if (states.length === 0 || readToken() === null) return;
    const cache = await caches.open(LAST_STATE_CACHE);
    await Promise.all(states.map(([hash, state]) => cache.put(addressOf(hash), new Response(JSON.stringify(state)))));
    // The session ended meanwhile.
    if (readToken() === null) await caches.delete(LAST_STATE_CACHE);
  };
  const attempt = () => void write().catch((error: unknown) => console.error(texts.stateNotKept, error));
  const forget = queryCache.subscribe((event) => {
    const persona = readUsuario()?.id;
    if (event.type !== 'updated' || event.action.type !== 'success' || !isKept(event.query) || persona === undefined)
      return;
    changed.set(event.query.queryHash, { persona, ts: serverNow(), data: event.query.state.data });
  });
  const timer = setInterval(attempt, WRITE_MS);
  // A phone may end a page that it has hidden without a further word.
  document.addEventListener('visibilitychange', attempt);
  return () => {
    forget();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', attempt);
    attempt();
  };
}

async function read(queryHash: string): Promise<LastState | null> {
  const answer = await (await caches.open(LAST_STATE_CACHE)).match(addressOf(queryHash));
  const state = (await answer?.json()) as LastState | undefined;
  return state && state.persona === readUsuario()?.id ? state : null;
}

/**
 * Gives the queries that have no data their kept state, while the server is away.
 * @param onShown called with the moment at which the oldest state shown was current, ms
 * @returns a function that ends it: what was shown goes, and is read again
 */
export function showLastState(queries: QueryClient, onShown: (ts: number) => void): () => void {
  if (!available()) return () => undefined;
  const queryCache = queries.getQueryCache();
  const shown = new Set<string>();
  let oldest = Infinity;
  let ended = false;
  const show = async (query: Query) => {
    if (!isKept(query) || query.state.data !== undefined) return;
    const state = await read(query.queryHash).catch(() => null);
    if (!state || ended || query.state.data !== undefined) return;
    shown.add(query.queryHash);
    oldest = Math.min(oldest, state.ts);
    query.setData(state.data, { updatedAt: state.ts, manual: true });
    onShown(oldest);
  };
  for (const query of queryCache.getAll()) void show(query);
  const forget = queryCache.subscribe(({ type, query }) => {
    if (type === 'added') void show(query);
  });
  return () => {
    ended = true;
    forget();
    void queries.resetQueries({ predicate: ({ queryHash }) => shown.has(queryHash) });
  };
}
