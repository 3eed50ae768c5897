import { Box, Flex, IconButton, Text } from '@chakra-ui/react';
import { useSyncExternalStore } from 'react';
import { AvisoIcon, CerrarIcon, ListoIcon } from './icons.js';

interface Aviso {
  id: number;
  tipo: 'error' | 'atencion' | 'exito';
  texto: string;
  /** Why, in the server's words. */
  detalle?: string | undefined;
}

/** Good news goes by itself; bad news stays until somebody has seen it. */
const EXITO_MS = 5_000;
let avisos: readonly Aviso[] = [];
let siguiente = 1;
const oyentes = new Set<() => void>();

const poner = (next: readonly Aviso[]): void => {
  avisos = next;
  for (const avisar of oyentes) avisar();
};
const quitar = (id: number): void => poner(avisos.filter((aviso) => aviso.id !== id));
const agregar = (aviso: Omit<Aviso, 'id'>): number => {
  const id = siguiente++;
  poner([...avisos.slice(-3), { ...aviso, id }]);
  return id;
};

const CARAS = {
  error: { borde: 'teja.solid', color: 'fg.error', icono: <AvisoIcon /> },
  atencion: { borde: 'miel.solid', color: 'fg.warning', icono: <AvisoIcon /> },
  exito: { borde: 'campo.solid', color: 'fg.success', icono: <ListoIcon /> },
} as const;

/** Messages about what was just done, in the corner of the screen, whatever the screen. */
export const avisar = {
  error: (texto: string, detalle?: string): void => void agregar({ tipo: 'error', texto, detalle }),
  /** It was done, and there is something to know about it. */
  atencion: (texto: string, detalle?: string): void => void agregar({ tipo: 'atencion', texto, detalle }),
  exito: (texto: string): void => {
    const id = agregar({ tipo: 'exito', texto });
    setTimeout(() => quitar(id), EXITO_MS);
  },
};

const suscribir = (oyente: () => void) => {
  oyentes.add(oyente);
  return () => void oyentes.delete(oyente);
};

export function Avisos() {
  const lista = useSyncExternalStore(suscribir, () => avisos);
  return (
    <Flex
      position="fixed"
      insetEnd={{ base: 3, md: 6 }}
      insetStart={{ base: 3, md: 'auto' }}
      // On a phone the bottom belongs to the thumb and to a dialog's buttons.
      top={{ base: 16, md: 'auto' }}
      bottom={{ md: 6 }}
      zIndex="toast"
      direction="column"
      gap="2"
      w={{ md: '24rem' }}
      pointerEvents="none"
    >
      {lista.map(({ id, tipo, texto, detalle }) => (
        <Flex
          key={id}
          role={tipo === 'error' ? 'alert' : 'status'}
          gap="3"
          align="flex-start"
          ps="4"
          pe="2"
          py="2.5"
          rounded="md"
          shadow="md"
          bg="bg.panel"
          borderWidth="1px"
          borderStartWidth="4px"
          borderStartColor={CARAS[tipo].borde}
          pointerEvents="auto"
        >
          <Box pt="0.5" color={CARAS[tipo].color}>
            {CARAS[tipo].icono}
          </Box>
          <Box flex="1" pt="0.5">
            <Text fontWeight="600">{texto}</Text>
            {detalle && (
              <Text color="fg.muted" whiteSpace="pre-line">
                {detalle}
              </Text>
            )}
          </Box>
          <IconButton size="xs" variant="ghost" aria-label="Cerrar aviso" onClick={() => quitar(id)}>
            <CerrarIcon />
          </IconButton>
        </Flex>
      ))}
    </Flex>
  );
}
