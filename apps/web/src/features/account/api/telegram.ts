import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';

const KEY = ['cuenta.telegram'];
/** While a code waits for its message, the link may come at any moment. */
const WAITING_MS = 5_000;

/** How one's own Telegram stands. `waiting`: a code was given and nobody has sent it yet. */
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
