import type { Aviso } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AVISOS_KEY } from './use-avisos.js';
import { api } from '../../lib/http/api-client.js';
import { soonAfterFailure, whenSettled } from '../../lib/http/query-client.js';
import { silenceOf } from './silence.js';

export const SILENCES_KEY = ['avisos.silencios'];
/** No live message reports silences, so they are polled. ms */
export const SILENCES_MS = 60_000;

/** The silences in force; only admins may read them. */
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

/** Actions on alarms. After each, also after a failure, the lists are read again. */
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
  const assign = useMutation({
    mutationFn: ({ id, mine }: { id: number; mine: boolean }) => {
      const request = { params: { id: String(id) } };
      return mine ? api('avisos.tomar', request) : api('avisos.dejar', request);
    },
    onSettled,
  });
  const silence = useMutation({
    mutationFn: (aviso: Aviso) => api('avisos.silenciar', { body: silenceOf(aviso) }),
    onSettled,
  });
  return { acknowledge: acknowledge.mutateAsync, assign: assign.mutateAsync, silence: silence.mutateAsync };
}
