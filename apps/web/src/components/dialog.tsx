import { CloseButton, Dialog, Portal } from '@chakra-ui/react';
import { dialogSlotRecipe } from '@chakra-ui/react/theme';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** Widest the dialog gets, px. On a phone it fills the screen. */
  ancho: number;
  onClose: () => void;
  /** Holds what is shown only once: a click outside or Escape must not lose it. */
  hold?: boolean;
  /** As it closes; null = back where it was. */
  whereFocusGoes?: () => HTMLElement | null;
  /** Buttons at its foot. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A dialog that shows and acts, without a form of its own ({@link DialogoFormulario} is the one that saves). */
export function Sheet({ title, ancho, onClose, hold = false, whereFocusGoes, footer, children }: Props) {
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open
      onOpenChange={({ open }) => !open && onClose()}
      closeOnEscape={!hold}
      closeOnInteractOutside={!hold}
      {...(whereFocusGoes && { finalFocusEl: whereFocusGoes })}
      placement="center"
      scrollBehavior="inside"
      size={{ mdDown: 'full', md: 'lg' }}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content maxW={{ md: `${ancho}px` }} rounded={{ md: 'lg' }}>
            <Dialog.Header pb="2" pe="14">
              <Dialog.Title fontFamily="heading" fontSize="xl">
                {title}
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body py="3">{children}</Dialog.Body>
            {footer && (
              <Dialog.Footer flexWrap="wrap" borderTopWidth="1px" pt="4">
                {footer}
              </Dialog.Footer>
            )}
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" aria-label="Cerrar" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
