import type { Severidad } from '@acequia/contracts';
import { chakra } from '@chakra-ui/react';
import { texts } from './textos.js';

/** Hue and mark of each severity; the word is always shown too. */
const FACES = {
  critica: ['teja', '‼'],
  alta: ['teja', '!'],
  media: ['miel', '!'],
  baja: ['agua', 'i'],
} as const satisfies Record<Severidad, readonly [string, string]>;

interface Props {
  severidad: Severidad;
  /** The alarm has ended, so it is not drawn as urgent. */
  over: boolean;
  /** Of a rule: nothing is wrong, so nothing is solid. */
  quiet?: boolean;
}

export function SeverityChip({ severidad, over, quiet = false }: Props) {
  const [palette, mark] = FACES[severidad];
  const filled = severidad === 'critica' && !over && !quiet;
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      justifyContent="center"
      gap="1.5"
      h="6"
      minW="5.25rem"
      px="2"
      rounded="full"
      fontSize="xs"
      fontWeight="650"
      whiteSpace="nowrap"
      borderWidth="1px"
      colorPalette={over ? 'tierra' : palette}
      bg={filled ? 'colorPalette.solid' : 'colorPalette.subtle'}
      color={filled ? 'colorPalette.contrast' : 'colorPalette.fg'}
      borderColor={filled ? 'colorPalette.solid' : 'colorPalette.muted'}
      data-severidad={severidad}
    >
      <span aria-hidden>{mark}</span>
      {texts.severities[severidad]}
    </chakra.span>
  );
}
