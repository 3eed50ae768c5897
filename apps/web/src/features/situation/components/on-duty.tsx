import { Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { guardiaOf } from '../../../entities/guardia/guardia.js';
import { api } from '../../../lib/http/api-client.js';
import { dateOf } from '../../../lib/format/format.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';
import { texts } from '../textos.js';

/** A week changes at its hour. ms */
const REFRESH_MS = 300_000;

/** Who is on duty for the platform; nothing while it has no rota. */
export function PlatformOnDuty() {
  const { data } = useQuery({ ...guardiaOf(null), refetchInterval: soonAfterFailure(REFRESH_MS) });
  const [week, next] = data?.semanas ?? [];
  if (!data || !week || !next) return null;
  return <Text color="fg.muted">{texts.platformOnDuty(week.nombre, dateOf(next.semana), data.hora)}</Text>;
}

/** Who is on duty in a company; nothing where it has no rota. */
export function OnDuty({ empresaId }: { empresaId: number }) {
  const { data } = useQuery({
    queryKey: ['guardia.turno', empresaId],
    queryFn: ({ signal }) => api('guardia.turno', { query: { empresa_id: String(empresaId) } }, { signal }),
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });
  const [one] = data ?? [];
  if (!one) return null;
  return <Text color="fg.muted">{texts.onDuty(one.nombre, dateOf(one.hasta), one.hora)}</Text>;
}
