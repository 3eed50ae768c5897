import { CloseButton, Dialog, Portal } from '@chakra-ui/react';
import { dialogSlotRecipe } from '@chakra-ui/react/theme';
import type { ReactNode } from 'react';
import { useHold } from '../lib/hold.js';
import { texts } from './textos.js';

interface Props {
  title: string;
  /** Maximum width, px. On a phone the dialog fills the screen. */
  width: number;
  onClose: () => void;
  /** The content is shown only once, so a click outside or Escape must not close the dialog. */
  hold?: boolean;
  /** Element that gets the focus on close; null = the one that had it before. */
  whereFocusGoes?: () => HTMLElement | null;
  footer?: ReactNode;
  /** Of texts alone: the content takes the focus, so that keys scroll it. */
  textsAlone?: boolean;
  children: ReactNode;
}

/** A dialog without a form ({@link FormDialog} is the dialog that saves). */
export function Sheet({ title, width, onClose, hold = false, whereFocusGoes, footer, textsAlone, children }: Props) {
  useHold();
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
          <Dialog.Content maxW={{ md: `${width}px` }} rounded={{ md: 'lg' }}>
            <Dialog.Header pb="2" pe="14">
              <Dialog.Title fontFamily="heading" fontSize="xl">
                {title}
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body py="3" {...(textsAlone && { tabIndex: 0 })}>
              {children}
            </Dialog.Body>
            {footer && (
              <Dialog.Footer flexWrap="wrap" borderTopWidth="1px" pt="4">
                {footer}
              </Dialog.Footer>
            )}
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" aria-label={texts.close} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
