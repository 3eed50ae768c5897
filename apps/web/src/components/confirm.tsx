import { Button, Dialog, Portal } from '@chakra-ui/react';
import { dialogSlotRecipe } from '@chakra-ui/react/theme';
import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react';

interface Pregunta {
  texto: string;
  /** The button that goes on: a verb. */
  accion: string;
  /** Cannot be undone. */
  peligro?: boolean;
  detalle?: string;
}
type Confirmar = (pregunta: Pregunta) => Promise<boolean>;

const Contexto = createContext<Confirmar>(() => Promise.resolve(false));

/** Asks before something that matters; resolves to the person's answer. Escape and a click outside mean no. */
export const useConfirmar = (): Confirmar => use(Contexto);

export function ConfirmarProvider({ children }: { children: ReactNode }) {
  const [pregunta, setPregunta] = useState<Pregunta | null>(null);
  const [abierta, setAbierta] = useState(false);
  const responder = useRef<(si: boolean) => void>(() => undefined);
  const cancelar = useRef<HTMLButtonElement>(null);

  const confirmar = useCallback<Confirmar>(
    (nueva) =>
      new Promise((resolve) => {
        responder.current = resolve;
        setPregunta(nueva);
        setAbierta(true);
      }),
    [],
  );
  const cerrar = (si: boolean) => {
    setAbierta(false);
    responder.current(si);
  };

  return (
    <Contexto value={confirmar}>
      {children}
      <Dialog.Root
        recipe={dialogSlotRecipe}
        role="alertdialog"
        open={abierta}
        onOpenChange={({ open }) => !open && cerrar(false)}
        placement="center"
        initialFocusEl={() => cancelar.current}
        lazyMount
        unmountOnExit
      >
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner px="4">
            <Dialog.Content maxW="420px" rounded="lg" borderWidth="1px">
              <Dialog.Header>
                <Dialog.Title fontSize="md">{pregunta?.texto}</Dialog.Title>
              </Dialog.Header>
              {pregunta?.detalle && (
                <Dialog.Body pb="2" color="fg.muted">
                  {pregunta.detalle}
                </Dialog.Body>
              )}
              <Dialog.Footer>
                <Button ref={cancelar} variant="outline" onClick={() => cerrar(false)}>
                  Cancelar
                </Button>
                <Button colorPalette={pregunta?.peligro ? 'teja' : 'campo'} onClick={() => cerrar(true)}>
                  {pregunta?.accion}
                </Button>
              </Dialog.Footer>
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </Contexto>
  );
}
