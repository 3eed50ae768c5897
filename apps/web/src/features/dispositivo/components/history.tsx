import type { Metricas } from '@acequia/contracts';
import { Box, Button, Center, Flex, Heading, NativeSelect, Skeleton, Text } from '@chakra-ui/react';
import { nativeSelectSlotRecipe } from '@chakra-ui/react/theme';
import { useState } from 'react';
import { onDemand } from '../../../components/on-demand.js';
import { Card } from '../../../components/card.js';
import { ZoneNote } from '../../../components/zone-note.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { RANGES, useMeterSeries, type Range } from '../api/centinela.js';
import { texts } from '../textos.js';
import type { Quantity } from './phase-chart.js';

const PhaseChart = onDemand({ nombre: 'grafica-fases', load: () => import('./phase-chart.js'), height: '280px' });
const QUANTITIES = Object.keys(texts.rows) as Quantity[];

/** A quantity of the three phases over a day, a week or a month. */
export function History({ id, live }: { id: number; live: Metricas | undefined }) {
  const [range, setRange] = useState<Range>('day');
  const [quantity, setQuantity] = useState<Quantity>('potencia_activa');
  const query = useMeterSeries(id, range);
  const serie = query.data?.serie;
  return (
    <Card>
      <Flex justify="space-between" align="center" gap="3" wrap="wrap" mb="4">
        <Heading as="h2" size="lg">
          {texts.history}
        </Heading>
        <Flex gap="3" wrap="wrap" align="center">
          <Box w="14rem">
            <NativeSelect.Root recipe={nativeSelectSlotRecipe} size="sm">
              <NativeSelect.Field
                aria-label={texts.quantity}
                value={quantity}
                onChange={(event) => setQuantity(event.currentTarget.value as Quantity)}
              >
                {QUANTITIES.map((each) => (
                  <option key={each} value={each}>
                    {texts.rows[each]}
                  </option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </Box>
          <Flex role="group" aria-label={texts.history} gap="1">
            {(Object.keys(RANGES) as Range[]).map((one) => (
              <Button
                key={one}
                size="sm"
                variant={one === range ? 'solid' : 'outline'}
                aria-pressed={one === range}
                onClick={() => setRange(one)}
              >
                {texts.ranges[one]}
              </Button>
            ))}
          </Flex>
        </Flex>
      </Flex>
      {!serie && !neverCame(query) ? (
        <Skeleton h="280px" />
      ) : !query.data || !serie || serie.n.every((n) => n === 0) ? (
        <Center h="280px" color="fg.muted">
          <Text>{serie ? texts.noHistory : texts.historyError}</Text>
        </Center>
      ) : (
        <PhaseChart serie={serie} frame={query.data.frame} quantity={quantity} live={live} />
      )}
      <ZoneNote />
    </Card>
  );
}
