import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-client.js';

/** Load failures are "logged only" where the spec says so; the screens show what they still have, with its age. */
const queryCache = new QueryCache({
  onError: (error, query) => console.error('No se pudo cargar', query.queryKey, error.message),
});

/** `meta` of what live messages patch: read again on the first connection too, since what came before it was told to nobody. */
export const EN_VIVO = { enVivo: true } as const;

export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      networkMode: 'always',
      // A refused request stays refused; a broken connection is tried again soon.
      retry: (failures, error) =>
        failures < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      retryDelay: 1_000,
    },
    mutations: { networkMode: 'always' },
  },
});

const TRAS_FALLO_MS = 5_000;

/** A `refetchInterval`: every `ms`, and sooner while the last read failed, so that nobody looks at an error for a minute. */
export const trasFalloPronto =
  (ms: number) =>
  (query: { state: { status: string } }): number =>
    query.state.status === 'error' ? Math.min(ms, TRAS_FALLO_MS) : ms;
