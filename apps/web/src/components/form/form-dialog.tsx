import { Box, Button, CloseButton, Dialog, Flex, Portal, Spinner, Text } from '@chakra-ui/react';
import { dialogSlotRecipe } from '@chakra-ui/react/theme';
import { useRef, type FormEvent, type ReactNode } from 'react';
import type { Fallo } from './failure.js';
import { Hoja } from './sheet.js';
import type { Edicion } from './use-edit.js';
import { useSalida } from './use-leave.js';

interface Props {
  titulo: string;
  /** Widest the dialog gets, px. On a phone it fills the screen. */
  ancho: number;
  onCerrar: () => void;
  onGuardar: (event: FormEvent) => Promise<unknown>;
  /** What the form is at; input that was not saved is not thrown away without asking. */
  edicion: Pick<Edicion, 'sucio' | 'ocupado' | 'fallo'>;
  /** Suspender, Reactivar, Eliminar… */
  acciones?: ReactNode;
  /** Further buttons beside Guardar and Cancelar. */
  botones?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog: Guardar and Cancelar, what went wrong, and no input lost by accident. */
export function DialogoFormulario(props: Props) {
  const { titulo, ancho, onCerrar, onGuardar, edicion, acciones, botones, children } = props;
  const { sucio, ocupado, fallo } = edicion;
  const hoja = useRef<HTMLDivElement>(null);
  const cerrar = useSalida({ sucio, ocupado, onCerrar });
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open
      onOpenChange={({ open }) => !open && void cerrar()}
      placement="center"
      scrollBehavior="inside"
      size={{ mdDown: 'full', md: 'lg' }}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content maxW={{ md: `${ancho}px` }} rounded={{ md: 'lg' }} asChild>
            <form onSubmit={(event) => void onGuardar(event)} noValidate>
              <Dialog.Header pb="2" pe="14">
                <Dialog.Title fontFamily="heading" fontSize="xl">
                  {titulo}
                </Dialog.Title>
              </Dialog.Header>
              <Hoja value={hoja}>
                <Dialog.Body py="3">{children}</Dialog.Body>
              </Hoja>
              {fallo && <AvisoDeFallo fallo={fallo} />}
              <Dialog.Footer flexWrap="wrap" borderTopWidth="1px" pt="4" justifyContent="space-between">
                <Flex gap="2" wrap="wrap">
                  {acciones}
                </Flex>
                <Flex gap="2" wrap="wrap" ms="auto">
                  {botones}
                  <Button variant="outline" onClick={() => void cerrar()} disabled={ocupado}>
                    Cancelar
                  </Button>
                  <Button type="submit" colorPalette="campo" disabled={ocupado}>
                    {ocupado && <Spinner size="sm" />} Guardar
                  </Button>
                </Flex>
              </Dialog.Footer>
              <Dialog.CloseTrigger asChild>
                <CloseButton size="sm" aria-label="Cerrar" />
              </Dialog.CloseTrigger>
              <div ref={hoja} />
            </form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

export function AvisoDeFallo({ fallo }: { fallo: Fallo }) {
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
        {fallo.texto}
      </Text>
      {fallo.detalle && fallo.detalle !== fallo.texto && <Text>{fallo.detalle}</Text>}
    </Box>
  );
}
