import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-client.js';

/** Load failures are "logged only" where the spec says so; the screens show what they still have, with its age. */
const queryCache = new QueryCache({
  onError: (error, query) => console.error('No se pudo cargar', query.queryKey, error.message),
});

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
