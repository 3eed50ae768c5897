import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Applies a live message to cached data. A pending read may have been answered before the message was sent, so the change is applied to its
 * result too; if that result is newer, the message about the newer state is already on its way.
 */
export function patchData<T>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: (data: T | undefined) => T | undefined,
): void {
  // Keep the time of the last read, which decides when the next one is due.
  const applyChange = () =>
    queries.setQueryData<T>(queryKey, change, {
      updatedAt: queries.getQueryState(queryKey)?.dataUpdatedAt || Date.now(),
    });
  applyChange();
  const query = queries.getQueryCache().find({ queryKey });
  if (query?.state.fetchStatus === 'fetching') query.promise?.then(applyChange, () => undefined);
}
