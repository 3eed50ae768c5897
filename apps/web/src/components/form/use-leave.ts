import { useCallback, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { useConfirm } from '../confirm.js';

interface Leaving {
  /** Holds input that was not saved. */
  dirty: boolean;
  /** It is being saved. */
  busy?: boolean;
  onClose: () => void;
  /** What who leaves might take for done. */
  detalle?: string;
}

const DISCARD = { text: '¿Descartar los cambios sin guardar?', accion: 'Descartar', danger: true };

/**
 * The ways out of a form: what was typed is not thrown away without asking, neither by its own buttons nor by the browser's Back.
 * A change of the address in its place (a filter behind the dialog) is no way out.
 * @returns what the form's own buttons call to close it
 */
export function useLeave({ dirty, busy = false, onClose, detalle }: Leaving): () => Promise<void> {
  const confirm = useConfirm();
  const ask = useCallback(() => confirm({ ...DISCARD, ...(detalle && { detalle }) }), [confirm, detalle]);
  // What is being saved is not lost: who leaves hears of a failure where they are then.
  const blocker = useBlocker(({ historyAction }) => dirty && !busy && historyAction !== 'REPLACE');
  const closeIt = useRef(onClose);
  useEffect(() => {
    closeIt.current = onClose;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let openedOne = true;
    void ask().then((yes) => {
      if (!openedOne) return;
      if (!yes) return blocker.reset();
      blocker.proceed();
      closeIt.current();
    });
    return () => {
      openedOne = false;
    };
  }, [blocker, ask]);
  return async () => {
    if (busy) return;
    if (!dirty || (await ask())) onClose();
  };
}
