import { useEffect, useState, type ComponentType } from 'react';
import { toast } from './toasts.js';
import { texts } from './textos.js';

interface Closable {
  onClose: () => void;
}

/**
 * A dialog whose code loads when it is first opened: forms weigh more than the screens that may open them. When loading fails, it says
 * so and closes; the next press tries again.
 */
export function dialogOnDemand<P extends Closable>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let known: ComponentType<P> | null = null;
  return function DialogOnDemand(props: P) {
    const { onClose } = props;
    const [Part, setPart] = useState(() => known);
    useEffect(() => {
      if (Part) return;
      let gone = false;
      load().then(
        (part) => {
          known = part;
          if (!gone) setPart(() => part);
        },
        () => {
          if (gone) return;
          toast.error(texts.partFailed);
          onClose();
        },
      );
      return () => void (gone = true);
    }, [Part, onClose]);
    return Part && <Part {...props} />;
  };
}
