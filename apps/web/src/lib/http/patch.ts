import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes cached data by what a live message told. What is being read at that moment may have been answered before the message
 * was sent, so the change is made to it as well: should the reading know better, the message that says so is already on its way.
 */
export function patchData<T>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: (data: T | undefined) => T | undefined,
): void {
  // Changed, but not read: when it is read again counts from the last reading.
  const applyChange = () =>
    queries.setQueryData<T>(queryKey, change, {
      updatedAt: queries.getQueryState(queryKey)?.dataUpdatedAt || Date.now(),
    });
  applyChange();
  const query = queries.getQueryCache().find({ queryKey });
  if (query?.state.fetchStatus === 'fetching') query.promise?.then(applyChange, () => undefined);
}
