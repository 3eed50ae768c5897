import { useQuery } from '@tanstack/react-query';

/** The entry script of index.html: its name contains a hash that changes with every build. */
const entry = (page: Document): string | null | undefined =>
  page.querySelector('script[type="module"]')?.getAttribute('src');

async function isThereAnother({ signal }: { signal: AbortSignal }): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store', signal });
  const served = entry(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  return Boolean(served) && served !== entry(document);
}

/** Whether the server has another version of the console. Checked on each reconnection, because an update restarts the server. */
export const useNewVersion = (): boolean =>
  // Never stale by itself: lib/live/live.tsx invalidates all queries on each reconnection.
  useQuery({ queryKey: ['version'], queryFn: isThereAnother, initialData: false, staleTime: Infinity }).data;
