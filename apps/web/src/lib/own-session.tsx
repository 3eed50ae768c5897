import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { companyZone } from './format/format.js';
import { api } from './http/api-client.js';
import { soonAfterFailure } from './http/query-client.js';
import { readUsuario, storeUsuario } from './session.js';

const REFRESH_MS = 30_000;
const KEY = ['cuenta.leer'];

/** Reads who the person is at each start and then again, and starts the screens anew once their company's zone has changed. */
export function OwnSession({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const user = await api('cuenta.leer', {}, { signal });
      // Another tab may have logged in as somebody else meanwhile.
      if (readUsuario()?.id === user.id) storeUsuario(user);
      return user;
    },
    staleTime: 0,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });
  const zone = data?.zona_horaria ?? companyZone();
  const shown = useRef(zone);
  useEffect(() => {
    if (shown.current === zone) return;
    shown.current = zone;
    // Days and what is read of them differ too.
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] });
  }, [zone, queries]);
  return <Fragment key={zone}>{children}</Fragment>;
}
