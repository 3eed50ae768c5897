import { useCallback, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { useConfirm } from '../confirm.js';

const DISCARD = { text: '¿Descartar los cambios sin guardar?', accion: 'Descartar', danger: true };

interface Leaving {
  /** The form has unsaved input. */
  dirty: boolean;
  /** The form is being saved. */
  busy?: boolean;
  onClose: () => void;
  /** Text about unfinished work that a person who leaves may take for done. */
  detalle?: string;
  /** Another question, where what would be lost is no input. */
  question?: typeof DISCARD & { detalle?: string };
}

/**
 * Guards the ways out of a form: unsaved input is only discarded after asking, both by the form's buttons and by the browser's Back. A
 * replaced address (a filter behind the dialog) does not count as leaving.
 * @returns the function that the form's buttons call to close it
 */
export function useLeave({ dirty, busy = false, onClose, detalle, question = DISCARD }: Leaving): () => Promise<void> {
  const confirm = useConfirm();
  const ask = useCallback(() => confirm({ ...question, ...(detalle && { detalle }) }), [confirm, detalle, question]);
  // Input that is being saved is not lost: a toast reports a later failure.
  const blocker = useBlocker(({ historyAction }) => dirty && !busy && historyAction !== 'REPLACE');
  const latestClose = useRef(onClose);
  useEffect(() => {
    latestClose.current = onClose;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let blocking = true;
    void ask().then((yes) => {
      if (!blocking) return;
      if (!yes) return blocker.reset();
      blocker.proceed();
      latestClose.current();
    });
    return () => {
      blocking = false;
    };
  }, [blocker, ask]);
  return async () => {
    if (busy) return;
    if (!dirty || (await ask())) onClose();
  };
}
