import { Box, type BoxProps } from '@chakra-ui/react';

/** The card every block of a screen stands on. */
export function Card(props: BoxProps) {
  return <Box as="section" bg="bg.panel" borderWidth="1px" rounded="lg" p={{ base: 4, md: 5 }} {...props} />;
}
