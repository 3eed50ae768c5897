import { Box, Flex, Heading, Skeleton, Text } from '@chakra-ui/react';
import { Card } from '../../../components/card.js';
import { withSuffix } from '../../../lib/format/format.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { useLastNight } from '../api/one-switch.js';
import { extremesOf, type Extremes } from '../lib/night.js';
import { texts } from '../textos.js';

/** Last night's minimum and maximum, with their times. */
export function NightCard({ switchId }: { switchId: number }) {
  const { timeOf, zone } = useDates();
  const query = useLastNight(switchId, zone);
  const { data } = query;
  if (!data && !neverCame(query)) return <Skeleton h="28" rounded="lg" />;
  const of = (name: 'temperatura' | 'humedad') => (data ? extremesOf(data.serie, data.serie[name]) : null);
  return (
    <Card data-anoche>
      <Heading as="h2" size="lg" mb="3">
        {texts.detail.night}
        {data && (
          <Text as="span" fontSize="xs" fontWeight="400" fontFamily="body" color="fg.muted" ms="2">
            {timeOf(data.span.desde)}–{timeOf(data.span.hasta)}
          </Text>
        )}
      </Heading>
      {data ? (
        <Flex gap={{ base: 6, md: 12 }} wrap="wrap">
          <Quantity nombre={texts.temperatura} extremes={of('temperatura')} suffix=" °C" />
          <Quantity nombre={texts.humedad} extremes={of('humedad')} suffix=" %" />
        </Flex>
      ) : (
        <Text role="alert" color="fg.warning">
          {texts.unread} {texts.historyError}
        </Text>
      )}
    </Card>
  );
}

function Quantity({ nombre, extremes, suffix }: { nombre: string; extremes: Extremes | null; suffix: string }) {
  const { timeOf } = useDates();
  return (
    <Box>
      <Text fontSize="xs" color="fg.muted">
        {nombre}
      </Text>
      {(['min', 'max'] as const).map((which) => (
        <Text key={which} fontVariantNumeric="tabular-nums">
          {texts.detail[which]}{' '}
          <Text as="span" fontSize="lg" fontWeight="600">
            {withSuffix(extremes?.[which].value, suffix)}
          </Text>
          {extremes && ` ${texts.detail.at(timeOf(extremes[which].ts))}`}
        </Text>
      ))}
    </Box>
  );
}
