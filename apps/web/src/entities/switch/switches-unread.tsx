import { Unread } from '../../components/unread.js';
import { isUnread } from '../../lib/http/query-client.js';
import { texts } from './textos.js';

interface Props {
  reading: Parameters<typeof isUnread>[0] & { refetch: () => unknown };
}

/** Says why what needs the company's switches is missing, or cannot be pressed. */
export const SwitchesUnread = ({ reading }: Props) =>
  isUnread(reading) && <Unread text={texts.unread} onRetry={reading.refetch} />;
