import { chakra, type HTMLChakraProps } from '@chakra-ui/react';

/** Hue and mark; the word is always shown too. */
export type Face = readonly [palette: 'agua' | 'campo' | 'miel' | 'teja', mark: string];

interface Props extends HTMLChakraProps<'span'> {
  face: Face;
}

/** How an order or a turn stands, in one word. */
export function OutcomeChip({ face: [palette, mark], children, ...rest }: Props) {
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
      {...rest}
    >
      <span aria-hidden>{mark}</span>
      {children}
    </chakra.span>
  );
}
