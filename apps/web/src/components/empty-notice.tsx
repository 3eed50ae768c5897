import { Center, Text } from '@chakra-ui/react';

interface Props {
  /** CSS height: that of what would stand here, so that nothing jumps. */
  height: string;
  text: string;
  /** What is missing could not be read, which is another thing than not being there. */
  error?: boolean;
}

/** Stands where data would: there is none, or it could not be read. */
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
