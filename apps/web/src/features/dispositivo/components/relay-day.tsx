import { type Comando, duration } from '@acequia/contracts';
import { Box, Flex, Heading, Text } from '@chakra-ui/react';
import { Card } from '../../../components/card.js';
import { ActorLegend } from '../../../entities/switch/who/actor-legend.js';
import { ACTORS } from '../../../entities/switch/who/actors.js';
import { useByClock } from '../../../lib/time/clock.js';
import { orderedOn } from '../lib/ordered-on.js';
import { texts } from '../textos.js';

const { day: t } = texts;
const DAY_MS = 86_400_000;
/** How often it moves on. */
const STEP_MS = 10_000;

interface Props {
  /** Newest first. */
  comandos: readonly Comando[];
  /** What the relay says now. */
  isOn: boolean;
}

/** For how long orders had a relay on in the last day, coloured by whose they were. */
export function RelayDay({ comandos, isOn }: Props) {
  const now = useByClock((ms) => Math.ceil(ms / STEP_MS)) * STEP_MS;
  const from = now - DAY_MS;
  const spans = orderedOn(comandos, isOn, now)
    .map(({ desde, hasta, actor }) => ({ desde: Math.max(from, desde), hasta: hasta ?? desde, actor }))
    .filter(({ hasta }) => hasta >= from);
  const minutes = spans.reduce((sum, { desde, hasta }) => sum + (hasta - desde) / 60_000, 0);
  const said = spans.length === 0 ? t.none : t.total(spans.length, duration(minutes));
  return (
    <Card data-dia>
      <Heading as="h2" size="lg" mb="1">
        {t.title}
      </Heading>
      <Text mb="2" fontVariantNumeric="tabular-nums">
        {said}
      </Text>
      <ActorLegend actors={ACTORS.filter((actor) => spans.some((one) => one.actor === actor))} />
      <Box position="relative" h="5" rounded="sm" bg="bg.muted" overflow="hidden" role="img" aria-label={said}>
        {spans.map(({ desde, hasta, actor }) => (
          <Box
            key={desde}
            position="absolute"
            insetBlock="0"
            minW="3px"
            bg={`chart.${actor}`}
            style={{
              insetInlineStart: `${((desde - from) / DAY_MS) * 100}%`,
              width: `${((hasta - desde) / DAY_MS) * 100}%`,
            }}
          />
        ))}
      </Box>
      <Flex justify="space-between" fontSize="xs" color="fg.muted" mt="1">
        <span>{t.ago}</span>
        <span>{t.now}</span>
      </Flex>
      <Text fontSize="xs" color="fg.muted" mt="2">
        {t.help}
      </Text>
    </Card>
  );
}
