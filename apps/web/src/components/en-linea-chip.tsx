import { chakra } from '@chakra-ui/react';

interface Props {
  enLinea: boolean;
  /** The two words, where the screen's are not ONLINE and OFFLINE. */
  textos?: readonly [string, string];
}

/** ONLINE or OFFLINE, told by the word and by a filled or hollow mark. */
export function EnLineaChip({ enLinea, textos = ['ONLINE', 'OFFLINE'] }: Props) {
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      h="5.5"
      px="2"
      rounded="full"
      fontSize="2xs"
      fontWeight="700"
      letterSpacing="0.05em"
      whiteSpace="nowrap"
      borderWidth="1px"
      colorPalette={enLinea ? 'agua' : 'tierra'}
      bg={enLinea ? 'colorPalette.subtle' : 'transparent'}
      color={enLinea ? 'colorPalette.fg' : 'fg.muted'}
      borderColor={enLinea ? 'colorPalette.muted' : 'border.emphasized'}
      borderStyle={enLinea ? 'solid' : 'dashed'}
    >
      <chakra.span
        boxSize="1.5"
        rounded="full"
        borderWidth="1px"
        borderColor="currentColor"
        bg={enLinea ? 'currentColor' : 'transparent'}
      />
      {enLinea ? textos[0] : textos[1]}
    </chakra.span>
  );
}
