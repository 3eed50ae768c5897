import { chakra } from '@chakra-ui/react';

interface Props {
  valor: 0 | 1 | boolean;
  /** A "Sí" that is bad news (Suspendido) is drawn as a warning. */
  malo?: boolean;
}

/** Sí or No, told by the word and by the fill. */
export function SiNoChip({ valor, malo = false }: Props) {
  const si = Boolean(valor);
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      justifyContent="center"
      minW="9"
      h="5.5"
      px="2"
      rounded="full"
      fontSize="xs"
      fontWeight="600"
      borderWidth="1px"
      colorPalette={malo ? 'miel' : 'campo'}
      bg={si ? 'colorPalette.subtle' : 'transparent'}
      color={si ? 'colorPalette.fg' : 'fg.muted'}
      borderColor={si ? 'colorPalette.muted' : 'border'}
    >
      {si ? 'Sí' : 'No'}
    </chakra.span>
  );
}
