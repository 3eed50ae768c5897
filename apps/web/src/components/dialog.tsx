import { CloseButton, Dialog, Portal } from '@chakra-ui/react';
import { dialogSlotRecipe } from '@chakra-ui/react/theme';
import type { ReactNode } from 'react';

interface Props {
  titulo: string;
  /** Widest the dialog gets, px. On a phone it fills the screen. */
  ancho: number;
  onCerrar: () => void;
  /** Holds what is shown only once: a click outside or Escape must not lose it. */
  retener?: boolean;
  /** Buttons at its foot. */
  pie?: ReactNode;
  children: ReactNode;
}

/** A dialog that shows and acts, without a form of its own ({@link DialogoFormulario} is the one that saves). */
export function Dialogo({ titulo, ancho, onCerrar, retener = false, pie, children }: Props) {
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open
      onOpenChange={({ open }) => !open && onCerrar()}
      closeOnEscape={!retener}
      closeOnInteractOutside={!retener}
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
                {titulo}
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body py="3">{children}</Dialog.Body>
            {pie && (
              <Dialog.Footer flexWrap="wrap" borderTopWidth="1px" pt="4">
                {pie}
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
