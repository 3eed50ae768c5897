import { ShownOnce } from '../../../components/shown-once.js';
import { texts } from '../textos.js';

/** The signing secret of a webhook. */
export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <ShownOnce value={secret} texts={texts.secret} onClose={onClose}>
    {texts.secret.help}
  </ShownOnce>
);
