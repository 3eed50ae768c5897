import type { EstadoComando } from '@acequia/contracts';
import { chakra } from '@chakra-ui/react';
import { estados } from './textos.js';

/** Hue and mark of each state; the word is always shown too. */
const FACES_OF = {
  solicitado: ['agua', '…'],
  enviado: ['agua', '→'],
  confirmado: ['campo', '✓'],
  rechazado: ['teja', '✕'],
  vencido: ['miel', '!'],
  sin_respuesta: ['miel', '?'],
} as const satisfies Record<EstadoComando, readonly [string, string]>;

export function ComandoChip({ estado }: { estado: EstadoComando }) {
  const [palette, mark] = FACES_OF[estado];
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      h="5.5"
      px="2"
      rounded="full"
      fontSize="xs"
      fontWeight="600"
      whiteSpace="nowrap"
      borderWidth="1px"
      colorPalette={palette}
      bg="colorPalette.subtle"
      color="colorPalette.fg"
      borderColor="colorPalette.muted"
      data-estado-comando={estado}
    >
      <span aria-hidden>{mark}</span>
      {estados[estado]}
    </chakra.span>
  );
}
