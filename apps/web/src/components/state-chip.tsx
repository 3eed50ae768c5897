import { chakra, Flex } from '@chakra-ui/react';

export type State = 0 | 1 | null;

const FACES = {
  on: { text: 'ENCENDIDO', palette: 'campo' },
  off: { text: 'APAGADO', palette: 'teja' },
  unknown: { text: 'SIN DATO', palette: 'tierra' },
} as const;

const faceOf = (estado: State) => (estado === null ? FACES.unknown : estado === 1 ? FACES.on : FACES.off);

/**
 * ENCENDIDO (green), APAGADO (red) or SIN DATO. The state is told three ways, so that no one depends on the colour:
 * the word, a filled or hollow mark, and the hue. `viejo` = the last word is old: drawn hollow and dashed.
 */
export function StateChip({ estado, old = false }: { estado: State; old?: boolean }) {
  const face = faceOf(estado);
  const hollow = old || estado === null;
  return (
    <Flex
      as="span"
      display="inline-flex"
      align="center"
      gap="1.5"
      ps="2"
      pe="2.5"
      h="6"
      rounded="full"
      fontSize="xs"
      fontWeight="650"
      letterSpacing="0.03em"
      whiteSpace="nowrap"
      colorPalette={face.palette}
      color={hollow ? 'fg.muted' : 'colorPalette.contrast'}
      bg={hollow ? 'transparent' : 'colorPalette.solid'}
      borderWidth="1px"
      borderStyle={hollow ? 'dashed' : 'solid'}
      borderColor={hollow ? 'colorPalette.border' : 'colorPalette.solid'}
      data-estado={face.text}
      data-viejo={old || undefined}
    >
      <chakra.span
        boxSize="2"
        rounded="full"
        borderWidth="2px"
        borderColor={hollow ? 'colorPalette.fg' : 'currentColor'}
        bg={estado === 1 ? (hollow ? 'colorPalette.fg' : 'currentColor') : 'transparent'}
      />
      {face.text}
    </Flex>
  );
}
