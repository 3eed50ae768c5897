import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { companyZone } from './format/format.js';
import { isHeld } from './hold.js';
import { api } from './http/api-client.js';
import { soonAfterFailure } from './http/query-client.js';
import { readUsuario, storeUsuario } from './session.js';

const REFRESH_MS = 30_000;
const LOOK_MS = 250;
const KEY = ['cuenta.leer'];

/**
 * Reads the person's own record at the start and every half minute. When the zone of their company has changed, the screens are mounted again,
 * but not while an open form or a one-time password would be lost.
 */
export function OwnSession({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const user = await api('cuenta.leer', {}, { signal });
      const known = readUsuario();
      // Another tab may have logged in as somebody else meanwhile. An open form keeps the zone in which it is written.
      if (known?.id === user.id) storeUsuario({ ...user, zona_horaria: known.zona_horaria });
      return user;
    },
    staleTime: 0,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });
  const [zone, setZone] = useState(companyZone);
  useEffect(() => {
    if (!data || data.zona_horaria === zone) return;
    const timer = setInterval(() => {
      if (isHeld() || readUsuario()?.id !== data.id) return;
      storeUsuario(data);
      setZone(data.zona_horaria);
      // Days and what is read of them differ too.
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] });
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [data, zone, queries]);
  return <Fragment key={zone}>{children}</Fragment>;
}
