import type { Aviso } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AVISOS_KEY } from './use-avisos.js';
import { api } from '../../lib/http/api-client.js';
import { soonAfterFailure, whenSettled } from '../../lib/http/query-client.js';
import { silenceOf } from './silence.js';

export const SILENCES_KEY = ['avisos.silencios'];
/** Nobody tells browsers of silences. */
export const SILENCES_MS = 60_000;

/** The silences that hold now: an admin's to read. */
export const useSilences = (read: boolean) =>
  useQuery({
    queryKey: SILENCES_KEY,
    queryFn: ({ signal }) => api('avisos.silencios', {}, { signal }),
    enabled: read,
    refetchInterval: soonAfterFailure(SILENCES_MS),
  });

interface Acknowledgement {
  ids: readonly number[];
  nota: string;
}

/** What can be done about alarms. The lists are read again after each, whatever came of it. */
export function useAvisoActions() {
  const queries = useQueryClient();
  const onSettled = whenSettled(() =>
    Promise.all([AVISOS_KEY, SILENCES_KEY].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  );
  const acknowledge = useMutation({
    mutationFn: ({ ids, nota }: Acknowledgement) =>
      ids.length === 1
        ? api('avisos.reconocer', { params: { id: String(ids[0]) }, body: { nota } }).then((one) => [one])
        : api('avisos.reconocer_varios', { body: { ids: [...ids], nota } }),
    onSettled,
  });
  const silence = useMutation({
    mutationFn: (aviso: Aviso) => api('avisos.silenciar', { body: silenceOf(aviso) }),
    onSettled,
  });
  return { acknowledge: acknowledge.mutateAsync, silence: silence.mutateAsync };
}
