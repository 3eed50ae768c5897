import { Button, Center, Heading, Text } from '@chakra-ui/react';
import { useEffect } from 'react';
import { reloadWhenPossible } from '../lib/http/reload.js';
import { errorTexts as texts } from './textos.js';

/** Shown when a screen throws in the browser or its code cannot be loaded. Never shows a stack trace. */
export function ErrorPage() {
  useEffect(reloadWhenPossible, []);
  return (
    <Center minH="70dvh" flexDirection="column" gap="3" px="6" textAlign="center">
      <Heading as="h1" size="xl">
        {texts.heading}
      </Heading>
      <Text color="fg.muted">{texts.help}</Text>
      <Button colorPalette="campo" onClick={() => window.location.reload()}>
        {texts.reload}
      </Button>
    </Center>
  );
}
