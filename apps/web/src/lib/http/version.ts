import { useQuery } from '@tanstack/react-query';

/** What index.html loads: its name changes with everything behind it. */
const entry = (page: Document): string | null | undefined =>
  page.querySelector('script[type="module"]')?.getAttribute('src');

async function isThereAnother({ signal }: { signal: AbortSignal }): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store', signal });
  const served = entry(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  return Boolean(served) && served !== entry(document);
}

/** Whether the server has another console than the one that runs here. Asked when the connection returns, which is when that may have become so. */
export const useNewVersion = (): boolean =>
  // Never stale by itself: lib/live/live.tsx invalidates everything on each reconnection.
  useQuery({ queryKey: ['version'], queryFn: isThereAnother, initialData: false, staleTime: Infinity }).data;
