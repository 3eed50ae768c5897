import { Box, Flex, Text } from '@chakra-ui/react';
import type { ActorShown } from './actors.js';
import { texts } from './textos.js';

/** What the colours of a chart's bars stand for, of those that it shows. */
export const ActorLegend = ({ actors }: { actors: readonly ActorShown[] }) =>
  actors.length === 0 ? null : (
    <Flex as="ul" listStyleType="none" gap="4" rowGap="1" wrap="wrap" mb="2" aria-label={texts.actorsLabel}>
      {actors.map((actor) => (
        <Flex as="li" key={actor} align="center" gap="1.5">
          <Box w="4" h="2.5" rounded="xs" bg={`chart.${actor}`} aria-hidden />
          <Text fontSize="xs" color="fg.muted">
            {texts.actors[actor]}
          </Text>
        </Flex>
      ))}
    </Flex>
  );
