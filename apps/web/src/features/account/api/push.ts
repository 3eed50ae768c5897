import type { Severidad } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';
import { browserName, ownKey, subscribe, unsubscribe } from '../lib/browser-push.js';

const KEY = ['cuenta.push'];

/** The person's browsers that receive alarms, and which of them is this one. */
export const usePush = () =>
  useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => ({ ...(await api('cuenta.push', {}, { signal })), own: await ownKey() }),
    refetchInterval: soonAfterFailure(Infinity),
  });

export function usePushActions() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: KEY });
  const add = useMutation({
    mutationFn: async ({ serverKey, severidad_minima }: { serverKey: string; severidad_minima: Severidad }) => {
      const nombre = browserName(navigator.userAgent);
      return api('cuenta.suscribir_push', { body: { ...(await subscribe(serverKey)), nombre, severidad_minima } });
    },
    onSettled,
  });
  const remove = useMutation({
    mutationFn: async ({ clave, own }: { clave: string; own: boolean }) => {
      await api('cuenta.quitar_push', { params: { clave } });
      if (own) await unsubscribe();
    },
    onSettled,
  });
  return { add, remove };
}
