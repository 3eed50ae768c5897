import { magnitudOf, type Punto } from '@acequia/contracts';
import { Box, Heading, Text } from '@chakra-ui/react';
import { Card } from '../../../components/card.js';
import { texts } from '../textos.js';

/** How a program sends the values of a point. */
export function Sending({ punto: { id, magnitud } }: { punto: Punto }) {
  return (
    <Card>
      <Heading as="h2" size="lg" mb="1">
        {texts.sending.title}
      </Heading>
      <Text mb="3" maxW="70ch">
        {texts.sending.help(id, magnitudOf(magnitud).unidad)}
      </Text>
      <Box as="pre" fontSize="sm" whiteSpace="pre-wrap" overflowWrap="anywhere" bg="bg.subtle" p="3" borderRadius="md">
        {texts.sending.command(window.location.origin, id)}
      </Box>
    </Card>
  );
}
