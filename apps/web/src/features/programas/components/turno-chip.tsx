import { TURNO_TEXT, type EstadoTurno, type Turno } from '@acequia/contracts';
import { chakra } from '@chakra-ui/react';

/** Hue and mark of each state; the word is always shown too. */
const FACES_OF = {
  previsto: ['agua', '…'],
  en_curso: ['campo', '→'],
  cumplido: ['campo', '✓'],
  parcial: ['miel', '!'],
  omitido: ['miel', '–'],
  perdido: ['teja', '✕'],
  sin_confirmar: ['miel', '?'],
} as const satisfies Record<EstadoTurno, readonly [string, string]>;

export function TurnoChip({ turno: { estado } }: { turno: Turno }) {
  const [palette, mark] = FACES_OF[estado];
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      h="5.5"
      px="2"
      minW="6rem"
      rounded="full"
      fontSize="xs"
      fontWeight="600"
      whiteSpace="nowrap"
      borderWidth="1px"
      colorPalette={palette}
      bg="colorPalette.subtle"
      color="colorPalette.fg"
      borderColor="colorPalette.muted"
      data-estado-turno={estado}
    >
      <span aria-hidden>{mark}</span>
      {TURNO_TEXT[estado]}
    </chakra.span>
  );
}
