import { useState } from 'react';
import { dialogOnDemand } from '../../components/dialog-on-demand.js';
import { PushButton } from '../../components/push-button.js';
import { texts } from './textos.js';

const StopAllDialog = dialogOnDemand(async () => (await import('./stop-all-dialog.js')).StopAllDialog);

interface Props {
  /** The company that the screen shows; null = the person's own, or none is chosen. */
  empresaId: number | null;
}

/** Never locked, also without a connection: the press itself is the test. */
export function StopAllButton({ empresaId }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <PushButton variant="outline" data-danger onClick={() => setOpen(true)}>
        {texts.stopAll.button}
      </PushButton>
      {open && <StopAllDialog empresaId={empresaId} onClose={() => setOpen(false)} />}
    </>
  );
}
