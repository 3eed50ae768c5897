import { useQuery } from '@tanstack/react-query';

/** What index.html loads: its name changes with everything behind it. */
const entrada = (pagina: Document): string | null | undefined =>
  pagina.querySelector('script[type="module"]')?.getAttribute('src');

async function hayOtra({ signal }: { signal: AbortSignal }): Promise<boolean> {
  const respuesta = await fetch('/', { cache: 'no-store', signal });
  const servida = entrada(new DOMParser().parseFromString(await respuesta.text(), 'text/html'));
  return Boolean(servida) && servida !== entrada(document);
}

/** Whether the server has another console than the one that runs here. Asked when the connection returns, which is when that may have become so. */
export const useVersionNueva = (): boolean =>
  // Never stale by itself: lib/live/live.tsx invalidates everything on each reconnection.
  useQuery({ queryKey: ['version'], queryFn: hayOtra, initialData: false, staleTime: Infinity }).data;
