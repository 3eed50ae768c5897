import { Button, Flex } from '@chakra-ui/react';
import type { Range } from '../lib/window.js';
import { texts } from '../textos.js';

interface Props<R extends Range | null> {
  range: R;
  /** Null = the last fifty points, the initial view of the panel's chart. */
  ranges: readonly R[];
  onRange: (range: R) => void;
  disabled: boolean;
}

/** Chooses the range of a chart. */
export function Ranges<R extends Range | null>({ range, ranges, onRange, disabled }: Props<R>) {
  return (
    <Flex role="group" aria-label={texts.range} gap="1" wrap="wrap" mb="3">
      {ranges.map((one) => (
        <Button
          key={one ?? ''}
          size="sm"
          px={{ base: '2', md: '3.5' }}
          variant={one === range ? 'solid' : 'outline'}
          aria-pressed={one === range}
          disabled={disabled}
          onClick={() => onRange(one)}
        >
          {one ? texts.ranges[one] : texts.latest}
        </Button>
      ))}
    </Flex>
  );
}
