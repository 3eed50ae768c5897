import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react';
import { useHold } from '../lib/hold.js';
import { dialogOnDemand } from './dialog-on-demand.js';

export interface Question {
  text: string;
  /** Text of the confirming button: a verb. */
  accion: string;
  /** The action cannot be undone. */
  danger?: boolean;
  detalle?: string;
}
type Confirm = (question: Question) => Promise<boolean>;

const ConfirmDialog = dialogOnDemand(async () => (await import('./confirm-dialog.js')).default);

const Context = createContext<Confirm>(() => Promise.resolve(false));

/** Asks for confirmation; resolves to the person's answer. Escape and a click outside mean no. */
export const useConfirm = (): Confirm => use(Context);

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const answer = useRef<(yes: boolean) => void>(() => undefined);
  useHold(open);

  const confirm = useCallback<Confirm>(
    (nueva) =>
      new Promise((resolve) => {
        answer.current = resolve;
        setQuestion(nueva);
        setOpen(true);
      }),
    [],
  );
  const close = (yes: boolean) => {
    setOpen(false);
    answer.current(yes);
  };
  /** Its code did not come. */
  const forget = () => {
    close(false);
    setQuestion(null);
  };

  return (
    <Context value={confirm}>
      {children}
      {question && <ConfirmDialog question={question} open={open} onAnswer={close} onClose={forget} />}
    </Context>
  );
}
