import type { PlacaChip } from '@acequia/contracts';
import { Box, Heading, Text } from '@chakra-ui/react';
import { type Fact, Facts } from '../../../components/facts.js';
import { texts } from '../textos.js';

const { chip: t } = texts.board;
/** Below these a board of ours is about to fail, bytes: a TLS handshake takes some 40 kB of the heap. */
const LITTLE_HEAP = 45_000;
const LITTLE_STACK = 512;
/** What nobody asked for: the supply or the program is to be looked at. */
const BAD_RESETS: readonly PlacaChip['reset'][] = ['brownout', 'panic', 'watchdog'];

/** What a board with our firmware last said of its chip. */
export function BoardChip({ chip }: { chip: PlacaChip }) {
  const { reset, clock, heap, stack, links, waiting, bssid } = chip;
  const facts: Fact[] = [
    [t.reset, <Said text={t.resets[reset]} bad={BAD_RESETS.includes(reset)} />],
    [t.clock, <Said text={t.clocks[clock]} bad={clock !== 'server'} />],
    [t.heap, <Said text={kilobytes(heap)} bad={heap < LITTLE_HEAP} />],
    [t.stack, <Said text={kilobytes(stack)} bad={stack < LITTLE_STACK} />],
    [t.links, links],
    [t.waiting, waiting],
    ...(bssid === undefined ? [] : [[t.bssid, bssid] satisfies Fact]),
  ];
  return (
    <Box as="section" aria-label={t.title}>
      <Heading as="h2" size="md" mb="2">
        {t.title}
      </Heading>
      <Facts facts={facts} />
    </Box>
  );
}

function Said({ text, bad }: { text: string; bad: boolean }) {
  return (
    <Text as="span" color={bad ? 'fg.warning' : undefined}>
      {text}
    </Text>
  );
}

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
