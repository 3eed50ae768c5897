import { icon } from '../../components/icons.js';
import { LinkButton } from '../../components/push-button.js';
import { lastFailed } from '../../lib/http/reread.js';
import { useAvisos } from './use-avisos.js';
import { texts } from './textos.js';
import './bell.css';

// Defined here and not in icons.tsx, because the login page loads that file.
export const BellIcon = icon(
  <path d="M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 1.5h-15L6 16.5ZM10 20.5a2.2 2.2 0 0 0 4 0M12 3.2V5" />,
);

/** Link to the alarms with the number of open ones; hidden while the number is unknown. */
export function AvisosBell({ to }: { to: string }) {
  const avisos = useAvisos({ empresa: null, onlyOpen: true });
  if (!avisos.data || lastFailed(avisos)) return null;
  const count = avisos.data.length;
  return (
    <LinkButton variant="ghost" size="sm" icon to={to} aria-label={texts.bell(count)}>
      <BellIcon />
      {count > 0 && (
        <span className="campana-cuenta" aria-hidden>
          {count > 99 ? texts.many : count}
        </span>
      )}
    </LinkButton>
  );
}
