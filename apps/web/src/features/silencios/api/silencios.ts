import type { SilencioSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SILENCES_KEY, SILENCES_MS } from '../../../entities/aviso/aviso-actions.js';
import { AVISOS_KEY } from '../../../entities/aviso/use-avisos.js';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure, whenSettled } from '../../../lib/http/query-client.js';

/** The silences of a company in force. */
export const useSilencesOf = (empresaId: number | null) =>
  useQuery({
    queryKey: [...SILENCES_KEY, empresaId],
    queryFn: ({ signal }) => api('avisos.silencios', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
    refetchInterval: soonAfterFailure(SILENCES_MS),
  });

export function useSilenceActions() {
  const queries = useQueryClient();
  const onSettled = whenSettled(() =>
    Promise.all([SILENCES_KEY, AVISOS_KEY].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  );
  const save = useMutation({ mutationFn: (body: SilencioSave) => api('avisos.silenciar', { body }), onSettled });
  const end = useMutation({
    mutationFn: (id: number) => api('avisos.eliminar_silencio', { params: { id: String(id) } }),
    onSettled,
  });
  return { save: save.mutateAsync, end: end.mutateAsync };
}
