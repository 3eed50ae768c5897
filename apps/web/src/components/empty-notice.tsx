import { Center, Text } from '@chakra-ui/react';

interface Props {
  /** CSS height of the missing content, so that the layout does not jump. */
  height: string;
  text: string;
  /** The data could not be read, as opposed to there being none. */
  error?: boolean;
}

/** Stands in place of data that does not exist or could not be read. */
export function EmptyNotice({ height, text, error = false }: Props) {
  return (
    <Center
      h={height}
      px="4"
      textAlign="center"
      color={error ? 'fg.warning' : 'fg.muted'}
      borderWidth="1px"
      borderStyle="dashed"
      borderColor="border.emphasized"
      rounded="md"
      role={error ? 'alert' : undefined}
    >
      <Text>{text}</Text>
    </Center>
  );
}
