import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes cached data by what a live message told. What is being read at that moment may have been answered before the message
 * was sent, so the change is made to it as well: should the reading know better, the message that says so is already on its way.
 */
export function parchear<T>(
  queries: QueryClient,
  queryKey: QueryKey,
  cambio: (datos: T | undefined) => T | undefined,
): void {
  // Changed, but not read: when it is read again counts from the last reading.
  const aplicar = () =>
    queries.setQueryData<T>(queryKey, cambio, {
      updatedAt: queries.getQueryState(queryKey)?.dataUpdatedAt || Date.now(),
    });
  aplicar();
  const query = queries.getQueryCache().find({ queryKey });
  if (query?.state.fetchStatus === 'fetching') query.promise?.then(aplicar, () => undefined);
}
