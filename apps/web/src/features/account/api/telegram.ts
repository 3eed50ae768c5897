import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';

const KEY = ['cuenta.telegram'];
/** Poll while a code is pending: the link can be made at any moment. ms */
const WAITING_MS = 5_000;

/** The person's Telegram link. `waiting`: a code was issued and not sent yet. */
export const useTelegramLink = (waiting: boolean) =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api('cuenta.telegram', {}, { signal }),
    refetchInterval: soonAfterFailure(waiting ? WAITING_MS : Infinity),
  });

export function useTelegramActions() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: KEY });
  const code = useMutation({ mutationFn: () => api('usuarios.vincular_telegram', {}), onSettled });
  const unlink = useMutation({ mutationFn: () => api('usuarios.desvincular_telegram', {}), onSettled });
  return { code, unlink };
}
