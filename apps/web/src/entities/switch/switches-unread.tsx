import { Unread } from '../../components/unread.js';
import { isUnread } from '../../lib/http/query-client.js';

interface Props {
  reading: Parameters<typeof isUnread>[0] & { refetch: () => unknown };
}

/** Says why what needs the company's switches is missing, or cannot be pressed. */
export const SwitchesUnread = ({ reading }: Props) =>
  isUnread(reading) && (
    <Unread
      text="No se pudieron leer los switches de la empresa: sin ellos no se puede crear ni editar aquí. Se intentará de nuevo."
      onRetry={reading.refetch}
    />
  );
