import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../lib/http/api-client.js';
import { toast } from '../toasts.js';
import { useConfirm } from '../confirm.js';
import { failureOf, markFields, type FieldOf, type Failure } from './failure.js';
import { UNSAVED_IS_LOST } from './textos.js';

export interface Action {
  question: string;
  /** What it is done to, and what goes with it. */
  detalle?: string;
  /** The verb on the button. */
  accion: string;
  danger?: boolean;
  task: () => Promise<unknown>;
  /** What is said when it is done, where nothing that opens then says so, and when it could not be done. */
  done?: string;
  failure: string;
}
type Said = Pick<Action, 'done' | 'failure'>;

export interface Edit<T extends FieldValues = FieldValues> {
  /** Holds input that was not saved. */
  dirty: boolean;
  busy: boolean;
  failure: Failure | null;
  /** Somebody else saved meanwhile (409 `version_vieja`): the form still holds this person's values. */
  conflict: boolean;
  /** Says that something is wrong with the form itself; nothing is sent. */
  refuse: (text: string) => void;
  /** Sends the values; on failure keeps them and says why. True when they were saved. */
  save: (task: () => Promise<unknown>, texts: Said) => Promise<boolean>;
  /** Asks, then acts. True when it was done. */
  act: (accion: Action) => Promise<boolean>;
  /** Forgets failure and conflict. */
  clean: () => void;
  form: UseFormReturn<T>;
}

/**
 * What every editing dialog does: saves, acts on its record after asking, and tells how it went. `campoDe` is for a form
 * that is not shaped like the request it makes.
 */
export function useEdit<T extends FieldValues>(form: UseFormReturn<T>, fieldOf?: FieldOf): Edit<T> {
  const confirm = useConfirm();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [conflict, setConflict] = useState(false);

  // Who closes the dialog or leaves the screen meanwhile has still to hear that it failed.
  const inSight = useRef(true);
  useEffect(() => {
    inSight.current = true;
    return () => void (inSight.current = false);
  }, []);

  const clean = () => {
    setFailure(null);
    setConflict(false);
  };
  const attempt = async (task: () => Promise<unknown>, texts: Said) => {
    clean();
    setBusy(true);
    try {
      await task();
      if (texts.done) toast.exito(texts.done);
      return true;
    } catch (error) {
      markFields(form, error, fieldOf);
      const failure = failureOf(texts.failure, error);
      if (!inSight.current) toast.error(failure.text, failure.detalle);
      setFailure(failure);
      setConflict(error instanceof ApiError && error.codigo === 'version_vieja');
      return false;
    } finally {
      setBusy(false);
    }
  };

  const unsaved = form.formState.isDirty;
  const act = async ({ question, detalle, accion, danger = false, task, ...texts }: Action) => {
    const details = [detalle, unsaved && UNSAVED_IS_LOST].filter(Boolean).join(' ');
    const prompt = { text: question, accion, danger, ...(details && { detalle: details }) };
    return (await confirm(prompt)) && attempt(task, texts);
  };

  return {
    form,
    dirty: unsaved,
    busy,
    failure,
    conflict,
    clean,
    refuse: (text) => setFailure({ text }),
    save: attempt,
    act,
  };
}
