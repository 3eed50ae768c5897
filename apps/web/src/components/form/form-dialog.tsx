import { Box, Button, CloseButton, Dialog, Flex, Portal, Spinner, Text } from '@chakra-ui/react';
import { dialogSlotRecipe } from '@chakra-ui/react/theme';
import { use, useRef, type FormEvent, type ReactNode } from 'react';
import { useHold } from '../../lib/hold.js';
import { texts as shared } from '../textos.js';
import type { Failure } from './failure.js';
import { InDrawer } from './in-drawer.js';
import { SheetBox } from './sheet.js';
import { texts } from './textos.js';
import type { Edit } from './use-edit.js';
import { useLeave } from './use-leave.js';
import { useWhole } from './use-whole.js';

interface Props {
  title: string;
  /** Maximum width, px. On a phone the dialog fills the screen. */
  width: number;
  onClose: () => void;
  onSave: (event: FormEvent) => Promise<unknown>;
  /** State of the form; unsaved input is only discarded after asking. */
  edit: Pick<Edit, 'dirty' | 'busy' | 'failure'>;
  /** Suspender, Reactivar, Eliminar… */
  actions?: ReactNode;
  /** Further buttons beside «Guardar» and «Cancelar». */
  buttons?: ReactNode;
  children: ReactNode;
}

/** Widest drawer, px: the page stays in sight beside it. */
const WIDEST_DRAWER = 720;
/** Against Chakra's margins of a dialog in the middle. */
const AT_THE_EDGE = { mx: '0', my: '0', h: '100dvh', maxH: '100dvh', rounded: '0' } as const;

/** A dialog with a form: «Guardar» and «Cancelar», the error message, and a question before unsaved input is lost. */
export function FormDialog(props: Props) {
  const { title, width, onClose, onSave, edit, actions, buttons, children } = props;
  const { dirty, busy } = edit;
  const drawer = use(InDrawer);
  const { half, check } = useWhole();
  const failure = half ?? edit.failure;
  const sending = useRef(false);
  const sheet = useRef<HTMLDivElement>(null);
  const close = useLeave({ dirty, busy, onClose });
  useHold();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A save may ask the server or the person before it is busy; a second press then would save twice.
    if (sending.current || busy || !check(event.currentTarget)) return;
    sending.current = true;
    void onSave(event).finally(() => {
      sending.current = false;
    });
  };
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open
      onOpenChange={({ open }) => !open && void close()}
      placement="center"
      motionPreset={drawer ? 'slide-in-right' : 'scale'}
      scrollBehavior="inside"
      size={{ mdDown: 'full', md: 'lg' }}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner {...(drawer && { justifyContent: 'flex-end' })}>
          <Dialog.Content
            maxW={{ md: `${drawer ? Math.min(width, WIDEST_DRAWER) : width}px` }}
            {...(drawer ? AT_THE_EDGE : { rounded: { md: 'lg' } })}
            asChild
          >
            <form onSubmit={submit} noValidate>
              <Dialog.Header pb="2" pe="14">
                <Dialog.Title fontFamily="heading" fontSize="xl">
                  {title}
                </Dialog.Title>
              </Dialog.Header>
              <SheetBox value={sheet}>
                <Dialog.Body py="3">{children}</Dialog.Body>
              </SheetBox>
              {failure && <FailureNotice failure={failure} />}
              <Dialog.Footer flexWrap="wrap" borderTopWidth="1px" pt="4" justifyContent="space-between">
                <Flex gap="2" wrap="wrap">
                  {actions}
                </Flex>
                <Flex gap="2" wrap="wrap" ms="auto">
                  {buttons}
                  <Button variant="outline" onClick={() => void close()} disabled={busy}>
                    {texts.cancel}
                  </Button>
                  <Button type="submit" colorPalette="campo" disabled={busy}>
                    {busy && <Spinner size="sm" />} {texts.save}
                  </Button>
                </Flex>
              </Dialog.Footer>
              <Dialog.CloseTrigger asChild>
                <CloseButton size="sm" aria-label={shared.close} />
              </Dialog.CloseTrigger>
              <div ref={sheet} />
            </form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

export function FailureNotice({ failure }: { failure: Failure }) {
  return (
    <Box
      role="alert"
      mx="6"
      mb="3"
      px="3"
      py="2"
      rounded="sm"
      bg="bg.error"
      borderStartWidth="3px"
      borderColor="border.error"
    >
      <Text color="fg.error" fontWeight="600">
        {failure.text}
      </Text>
      {failure.detalle && failure.detalle !== failure.text && <Text>{failure.detalle}</Text>}
    </Box>
  );
}
