import { Unread } from '../../components/unread.js';
import { isUnread } from '../../lib/http/query-client.js';
import { useEmpresaOptions } from './empresa-options.js';
import { texts } from './textos.js';

/** Says below a choice of companies why it offers none. */
export function EmpresasUnread() {
  const selection = useEmpresaOptions();
  return isUnread(selection) && <Unread text={texts.unread} onRetry={selection.refetch} />;
}
