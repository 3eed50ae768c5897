import { Center, Heading, Text } from '@chakra-ui/react';
import { useMatches } from 'react-router-dom';

/** A route whose screen a later release brings: says so instead of pretending. */
export function Component() {
  const { nombre } = (useMatches().at(-1)?.handle ?? {}) as { nombre?: string };
  return (
    <Center minH="50dvh" flexDirection="column" gap="2" textAlign="center">
      <Heading as="h1" size="xl">
        {nombre}
      </Heading>
      <Text color="fg.muted">Esta pantalla llega con la próxima versión de la consola.</Text>
    </Center>
  );
}
