import { Box, type BoxProps } from '@chakra-ui/react';

export function Card(props: BoxProps) {
  return <Box as="section" bg="bg.panel" borderWidth="1px" rounded="lg" p={{ base: 4, md: 5 }} {...props} />;
}
