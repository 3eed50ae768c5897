import { chakra } from '@chakra-ui/react';

interface Props {
  enLinea: boolean;
  /** The two words, where the screen's are not ONLINE and OFFLINE. */
  textos?: readonly [string, string];
  /** The last word is old, or may be: drawn hollow and dashed, as what nobody knows. */
  viejo?: boolean;
}

/** ONLINE or OFFLINE, told by the word and by a filled or hollow mark. */
export function EnLineaChip({ enLinea, textos = ['ONLINE', 'OFFLINE'], viejo = false }: Props) {
  const firme = enLinea && !viejo;
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
      colorPalette={firme ? 'agua' : 'tierra'}
      bg={firme ? 'colorPalette.subtle' : 'transparent'}
      color={firme ? 'colorPalette.fg' : 'fg.muted'}
      borderColor={firme ? 'colorPalette.muted' : 'border.emphasized'}
      borderStyle={firme ? 'solid' : 'dashed'}
      data-viejo={viejo || undefined}
    >
      <chakra.span
        boxSize="1.5"
        rounded="full"
        borderWidth="1px"
        borderColor="currentColor"
        bg={firme ? 'currentColor' : 'transparent'}
      />
      {enLinea ? textos[0] : textos[1]}
    </chakra.span>
  );
}
