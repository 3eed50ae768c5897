import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-client.js';
import { timeLeft, type Readings, lastFailed } from './reread.js';

/** Readings that failed since the last good one, by query. */
const failuresInARow = new WeakMap<object, number>();

/** Load failures are "logged only" where the spec says so; the screens show what they still have, with its age. */
const queryCache = new QueryCache({
  onError: (error, query) => {
    failuresInARow.set(query, (failuresInARow.get(query) ?? 0) + 1);
    console.error('No se pudo cargar', query.queryKey, error.message);
  },
  onSuccess: (_data, query) => void failuresInARow.delete(query),
});

/** `meta` of what live messages patch: read again on the first connection too, since what came before it was told to nobody. */
export const PATCHED_LIVE = { enVivo: true } as const;

/** An answer with a reason: asked again, it would be the same. */
const isFinalAnswer = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Until the first new attempt after a failure; each further one waits twice as long, ms. */
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 30_000;

const retryPause = (query: object): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** ((failuresInARow.get(query) ?? 1) - 1));

/**
 * A `refetchInterval`: `ms` after the last reading, and sooner while that one failed, so that nobody looks at an error for a minute.
 * What goes on failing is asked ever less often.
 */
export const soonAfterFailure =
  (ms: number) =>
  (query: { state: Readings & { fetchStatus: string; error?: unknown } }): number => {
    const { state } = query;
    return timeLeft(lastFailed(state) && !isFinalAnswer(state.error) ? Math.min(ms, retryPause(query)) : ms, state);
  };

/** From a first read that failed until one that did not: the next attempt is no reason to take the word back. */
export const neverCame = (reading: { isError: boolean; isPending: boolean; errorUpdateCount: number }): boolean =>
  reading.isError || (reading.isPending && reading.errorUpdateCount > 0);

/**
 * A mutation's `onSettled`: what it may have changed is read again, whatever came of it. What was done is shown with its list, and
 * a conflict with what is stored; any other failure is told at once.
 */
export const whenSettled =
  (readAgain: () => Promise<unknown>) =>
  (_done: unknown, error: Error | null): Promise<unknown> | undefined => {
    const readAt = readAgain();
    return error && !(error instanceof ApiError && error.codigo === 'version_vieja') ? undefined : readAt;
  };

export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      networkMode: 'always',
      // A refused request stays refused; a broken connection is tried again soon.
      retry: (failures, error) => failures < 1 && !isFinalAnswer(error),
      retryDelay: 1_000,
      // Where a screen reads nothing by itself, what failed would stay away until somebody loaded the page again.
      refetchInterval: soonAfterFailure(Infinity),
    },
    mutations: { networkMode: 'always' },
  },
});
