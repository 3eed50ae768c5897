import { Button, Flex, Text } from '@chakra-ui/react';
import { texts } from './textos.js';

interface Props {
  /** What could not be read. */
  text: string;
  onRetry: () => unknown;
}

/** Stands in place of what could not be read, and reads it again when asked. */
export const Unread = ({ text, onRetry }: Props) => (
  <Flex role="alert" gap="3" align="center" wrap="wrap" color="fg.warning">
    <Text>{text}</Text>
    <Button size="sm" variant="outline" onClick={() => void onRetry()}>
      {texts.retry}
    </Button>
  </Flex>
);
