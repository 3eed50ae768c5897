import { LITTLE_HEAP, LITTLE_STACK, type PlacaChip, type PlacaSalud } from '@acequia/contracts';
import { Box, Heading, Text } from '@chakra-ui/react';
import { type Fact, Facts } from '../../../components/facts.js';
import { texts } from '../textos.js';

const { chip: t } = texts.board;
/** What nobody asked for: the supply or the program is to be looked at. */
const BAD_RESETS: readonly PlacaChip['reset'][] = ['brownout', 'panic', 'watchdog'];

type Props = { chip: PlacaChip } & Pick<PlacaSalud, 'wear' | 'stuck' | 'refused'>;

/** What a board with our firmware last said of its chip, of its relays, and of documents that it did not take. */
export function BoardChip({ chip, wear = [], stuck = [], refused = [] }: Props) {
  const { reset, clock, clock_s, heap, stack, links, waiting, bssid } = chip;
  const facts: Fact[] = [
    [t.reset, <Said text={t.resets[reset]} bad={BAD_RESETS.includes(reset)} />],
    [t.clock, <Said text={t.clockSince(clock, clock_s)} bad={clock !== 'server'} />],
    [t.heap, <Said text={kilobytes(heap)} bad={heap < LITTLE_HEAP} />],
    [t.stack, <Said text={kilobytes(stack)} bad={stack < LITTLE_STACK} />],
    [t.links, links],
    [t.waiting, waiting],
    ...(bssid === undefined ? [] : [[t.bssid, bssid] satisfies Fact]),
    ...stuck.map((pin): Fact => [texts.board.pin(pin), <Said text={t.stuck} bad />]),
    ...refused.map(({ doc, why }): Fact => [texts.board.kinds[doc], <Said text={t.refused[why]} bad />]),
    ...wear.map(({ pin, ops, on_s }): Fact => [t.relay(pin), t.lived(ops, on_s)]),
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
