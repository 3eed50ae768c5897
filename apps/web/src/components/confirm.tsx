import { Button, Dialog, Portal } from '@chakra-ui/react';
import { dialogSlotRecipe } from '@chakra-ui/react/theme';
import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react';
import { useHold } from '../lib/hold.js';

interface Question {
  text: string;
  /** Text of the confirming button: a verb. */
  accion: string;
  /** The action cannot be undone. */
  danger?: boolean;
  detalle?: string;
}
type Confirm = (question: Question) => Promise<boolean>;

const Context = createContext<Confirm>(() => Promise.resolve(false));

/** Asks for confirmation; resolves to the person's answer. Escape and a click outside mean no. */
export const useConfirm = (): Confirm => use(Context);

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const answer = useRef<(yes: boolean) => void>(() => undefined);
  const cancelButton = useRef<HTMLButtonElement>(null);
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

  return (
    <Context value={confirm}>
      {children}
      <Dialog.Root
        recipe={dialogSlotRecipe}
        role="alertdialog"
        open={open}
        onOpenChange={({ open }) => !open && close(false)}
        placement="center"
        initialFocusEl={() => cancelButton.current}
        lazyMount
        unmountOnExit
      >
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner px="4">
            <Dialog.Content maxW="420px" rounded="lg" borderWidth="1px">
              <Dialog.Header>
                <Dialog.Title fontSize="md">{question?.text}</Dialog.Title>
              </Dialog.Header>
              {question?.detalle && (
                <Dialog.Body pb="2" color="fg.muted">
                  {question.detalle}
                </Dialog.Body>
              )}
              <Dialog.Footer>
                <Button ref={cancelButton} variant="outline" onClick={() => close(false)}>
                  Cancelar
                </Button>
                <Button colorPalette={question?.danger ? 'teja' : 'campo'} onClick={() => close(true)}>
                  {question?.accion}
                </Button>
              </Dialog.Footer>
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </Context>
  );
}
