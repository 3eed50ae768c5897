import { Box, Flex } from '@chakra-ui/react';
import { inkOf } from '../../../lib/magnitude-ink.js';
import type { Limit } from '../lib/limits.js';
import type { Beside } from './chart-datasets.js';

interface Props {
  limits: readonly Limit[];
  besides: readonly Beside[];
}

/** What the dashed lines of the chart are: limits, and points beside the one of the page. */
export function ChartLegend({ limits, besides }: Props) {
  const lines = [
    ...besides.map(({ punto }) => ({ text: punto.nombre, color: inkOf(punto.magnitud) })),
    ...limits.map(({ texto, harmless }) => ({ text: texto, color: harmless ? 'fg.muted' : 'teja.solid' })),
  ];
  if (lines.length === 0) return null;
  return (
    <Flex as="ul" wrap="wrap" columnGap="5" rowGap="1" mt="3" fontSize="sm" color="fg.muted" listStyleType="none">
      {lines.map(({ text, color }) => (
        <Flex as="li" key={text} align="center" gap="2">
          <Box w="6" borderTopWidth="2px" borderStyle="dashed" borderColor={color} aria-hidden />
          {text}
        </Flex>
      ))}
    </Flex>
  );
}
