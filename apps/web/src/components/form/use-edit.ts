import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useHold } from '../../lib/hold.js';
import { ApiError } from '../../lib/http/api-client.js';
import { toast } from '../toasts.js';
import { useConfirm } from '../confirm.js';
import { failureOf, markFields, type FieldOf, type Failure } from './failure.js';
import { UNSAVED_IS_LOST } from './textos.js';

export interface Action {
  question: string;
  /** The record that the action applies to, and the consequences. */
  detalle?: string;
  accion: string;
  danger?: boolean;
  task: () => Promise<unknown>;
  /** Message on success, unless the next screen shows it anyway; `failure` is the message on error. */
  done?: string;
  failure: string;
}
type Said = Pick<Action, 'done' | 'failure'>;

export interface Edit<T extends FieldValues = FieldValues> {
  /** The form has unsaved input. */
  dirty: boolean;
  busy: boolean;
  failure: Failure | null;
  /** Another person saved meanwhile (409 `version_vieja`): the form still holds this person's values. */
  conflict: boolean;
  /** Shows an error of the form itself; sends nothing. */
  refuse: (text: string) => void;
  /** Sends the values; on failure keeps them and shows the reason. True when they were saved. */
  save: (task: () => Promise<unknown>, texts: Said) => Promise<boolean>;
  /** Asks, then runs the action. True when it succeeded. */
  act: (accion: Action) => Promise<boolean>;
  /** Clears failure and conflict. */
  clean: () => void;
  form: UseFormReturn<T>;
}

/**
 * Logic of every editing dialog: saves, runs actions on the record after asking, and reports the result. `fieldOf` maps request fields to
 * form fields where the two differ in shape.
 */
export function useEdit<T extends FieldValues>(form: UseFormReturn<T>, fieldOf?: FieldOf): Edit<T> {
  const confirm = useConfirm();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [conflict, setConflict] = useState(false);

  // A person who closed the dialog or left the screen meanwhile must still see the failure, as a toast.
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
      if (texts.done) toast.success(texts.done);
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
  useHold(unsaved || busy);
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
