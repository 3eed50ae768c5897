import { useQuery } from '@tanstack/react-query';
import { Unread } from '../../../components/unread.js';
import { turnosOf } from '../../../entities/programa/turnos.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { texts } from '../textos.js';

/** Says that the turns of programs could not be read: without them ends are missing, or are those of before. */
export function TurnosUnread({ empresaId = null }: { empresaId?: number | null }) {
  const turnos = useQuery(turnosOf({ empresaId }));
  return neverCame(turnos) && <Unread text={texts.turnosUnread} onRetry={turnos.refetch} />;
}
