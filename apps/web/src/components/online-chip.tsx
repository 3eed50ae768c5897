import { chakra } from '@chakra-ui/react';

interface Props {
  online: boolean;
  /** The two words, where the screen's are not ONLINE and OFFLINE. */
  texts?: readonly [string, string];
  /** The last word is old, or may be: drawn hollow and dashed, as what nobody knows. */
  old?: boolean;
}

/** ONLINE or OFFLINE, told by the word and by a filled or hollow mark. */
export function OnlineChip({ online, texts = ['ONLINE', 'OFFLINE'], old = false }: Props) {
  const firm = online && !old;
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
      colorPalette={firm ? 'agua' : 'tierra'}
      bg={firm ? 'colorPalette.subtle' : 'transparent'}
      color={firm ? 'colorPalette.fg' : 'fg.muted'}
      borderColor={firm ? 'colorPalette.muted' : 'border.emphasized'}
      borderStyle={firm ? 'solid' : 'dashed'}
      data-viejo={old || undefined}
    >
      <chakra.span
        boxSize="1.5"
        rounded="full"
        borderWidth="1px"
        borderColor="currentColor"
        bg={firm ? 'currentColor' : 'transparent'}
      />
      {online ? texts[0] : texts[1]}
    </chakra.span>
  );
}
