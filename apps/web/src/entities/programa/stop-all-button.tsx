import { useState, type ComponentType } from 'react';
import { PushButton } from '../../components/push-button.js';
import { toast } from '../../components/toasts.js';
import { texts as common } from '../../components/textos.js';
import { texts } from './textos.js';

interface Props {
  /** The company that the screen shows; null = the person's own, or none is chosen. */
  empresaId: number | null;
}

type Dialog = ComponentType<{ empresaId: number | null; onClose: () => void }>;

/** Never locked, also without a connection: the press itself is the test. Its dialog loads on demand, as slow phones draw this button early. */
export function StopAllButton({ empresaId }: Props) {
  const [open, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<Dialog | null>(null);
  const ask = () => {
    setOpen(true);
    import('./stop-all-dialog.js').then(
      ({ StopAllDialog }) => setLoaded(() => StopAllDialog),
      () => {
        setOpen(false);
        toast.error(common.partFailed);
      },
    );
  };
  const Loaded = loaded;
  return (
    <>
      <PushButton variant="outline" data-danger onClick={ask}>
        {texts.stopAll.button}
      </PushButton>
      {open && Loaded && <Loaded empresaId={empresaId} onClose={() => setOpen(false)} />}
    </>
  );
}
