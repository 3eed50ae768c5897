import type { Descanso } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';

const KEY = ['cuenta.descanso'];

/** The person's own quiet hours. */
export const useRest = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api('cuenta.descanso', {}, { signal }),
    refetchInterval: soonAfterFailure(Infinity),
  });

export function useSaveRest() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Descanso) => api('cuenta.guardar_descanso', { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  }).mutateAsync;
}
