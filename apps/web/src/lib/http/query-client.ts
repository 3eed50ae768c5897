import { QueryCache, QueryClient } from '@tanstack/react-query';
import { texts } from '../textos.js';
import { ApiError } from './api-client.js';
import { timeLeft, type Readings, lastFailed } from './reread.js';

/** Failed reads since the last successful one, by query. */
const failuresInARow = new WeakMap<object, number>();

/** Load failures are only logged; screens keep showing old data with its age. */
const queryCache = new QueryCache({
  onError: (error, query) => {
    failuresInARow.set(query, (failuresInARow.get(query) ?? 0) + 1);
    console.error(texts.notLoaded, query.queryKey, error.message);
  },
  onSuccess: (_data, query) => void failuresInARow.delete(query),
});

/** `meta` of queries that live messages patch: also read again on the first connection, because earlier messages were missed. */
export const PATCHED_LIVE = { enVivo: true } as const;

/** A 4xx answer: a repeated request would get the same. */
const isFinalAnswer = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Pause before the first retry; each further one doubles, ms. */
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 30_000;

const retryPause = (query: object): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** ((failuresInARow.get(query) ?? 1) - 1));

/**
 * A `refetchInterval`: `ms` after the last read, sooner after a failed one, so that an error does not stay on screen for long. Repeated
 * failures make the pause longer.
 */
export const soonAfterFailure =
  (ms: number) =>
  (query: { state: Readings & { fetchStatus: string; error?: unknown } }): number => {
    const { state } = query;
    return timeLeft(lastFailed(state) && !isFinalAnswer(state.error) ? Math.min(ms, retryPause(query)) : ms, state);
  };

/** True from the first failed read until a successful one, also while a retry is pending, so that the message stays. */
export const neverCame = (reading: { isError: boolean; isPending: boolean; errorUpdateCount: number }): boolean =>
  reading.isError || (reading.isPending && reading.errorUpdateCount > 0);

/** It was tried and nothing was ever read. What was read before stays on screen when a later read fails. */
export const isUnread = (reading: Parameters<typeof neverCame>[0] & { data: unknown }): boolean =>
  reading.data === undefined && neverCame(reading);

/**
 * A mutation's `onSettled`: always reads the affected data again. After a success or a version conflict the mutation waits for that read,
 * because the screen needs the new data; any other failure is reported at once.
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
      // A refused request would be refused again; retry after a broken connection only.
      retry: (failures, error) => failures < 1 && !isFinalAnswer(error),
      retryDelay: 1_000,
      // Screens without polling would otherwise keep a failed query until the page is reloaded.
      refetchInterval: soonAfterFailure(Infinity),
    },
    mutations: { networkMode: 'always' },
  },
});
