import { Button, Dialog, Portal } from '@chakra-ui/react';
import { dialogSlotRecipe } from '@chakra-ui/react/theme';
import { useRef } from 'react';
import type { Question } from './confirm.js';

interface Props {
  question: Question;
  open: boolean;
  onAnswer: (yes: boolean) => void;
  onClose: () => void;
}

export default function ConfirmDialog({ question, open, onAnswer }: Props) {
  const cancelButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      role="alertdialog"
      open={open}
      onOpenChange={({ open }) => !open && onAnswer(false)}
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
              <Dialog.Title fontSize="md">{question.text}</Dialog.Title>
            </Dialog.Header>
            {question.detalle && (
              <Dialog.Body pb="2" color="fg.muted">
                {question.detalle}
              </Dialog.Body>
            )}
            <Dialog.Footer>
              <Button ref={cancelButton} variant="outline" onClick={() => onAnswer(false)}>
                Cancelar
              </Button>
              <Button colorPalette={question.danger ? 'teja' : 'campo'} onClick={() => onAnswer(true)}>
                {question.accion}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
