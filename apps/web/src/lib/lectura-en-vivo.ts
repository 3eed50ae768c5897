import type { LecturaEnVivo } from '@acequia/contracts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from './api-client.js';

/** What the relay cloud last said of a device. `timeoutMs` as the screen's spec has it. */
export const lecturaEnVivo = (dispositivoId: number, timeoutMs?: number) =>
  queryOptions({
    queryKey: ['monitor.en_vivo', dispositivoId],
    queryFn: ({ signal }) => leer(dispositivoId, false, { signal, timeoutMs }),
  });

const leer = (
  id: number,
  nocache: boolean,
  { signal, timeoutMs }: { signal?: AbortSignal; timeoutMs?: number | undefined },
): Promise<LecturaEnVivo> =>
  api(
    'monitor.en_vivo',
    { params: { id: String(id) }, query: nocache ? { nocache: '1' } : {} },
    { signal, ...(timeoutMs !== undefined && { timeoutMs }) },
  );

/** Asks the relay cloud anew (nocache=1) and shows the answer wherever the device is on the screen. */
export function useReleer(timeoutMs?: number): (dispositivoId: number) => Promise<void> {
  const queries = useQueryClient();
  return async (id) => {
    const { queryKey } = lecturaEnVivo(id);
    // An answer from the cache that is still under way must not overwrite the fresh one.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, await leer(id, true, { timeoutMs }));
  };
}
