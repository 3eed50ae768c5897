import { Box, Flex, Heading, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Unread } from '../../../components/unread.js';
import { mandosOf } from '../../../entities/programa/mandos.js';
import { SwitchNames } from '../../../entities/switch/switch-names.js';
import { dateTimeOf, dayOf, timeOf } from '../../../lib/format/format.js';
import { isUnread } from '../../../lib/http/query-client.js';
import { useByClock } from '../../../lib/time/clock.js';
import { texts } from '../textos.js';

const { mandos: t } = texts;

interface Props {
  empresaId: number;
  timeZone: string;
  nameOf: (switchId: number) => string;
}

/** What controls each switch now, and since when. */
export function ControlList({ empresaId, timeZone, nameOf }: Props) {
  const reading = useQuery(mandosOf(empresaId));
  const { data } = reading;
  const today = useByClock((now) => dayOf(now, timeZone) ?? '');
  const when = (ts: number): string =>
    dayOf(ts, timeZone) === today ? timeOf(ts, timeZone) : dateTimeOf(ts, timeZone);
  return (
    <Box as="section" aria-label={t.title}>
      <Heading as="h2" size="lg" mb="2">
        {t.title}
      </Heading>
      {isUnread(reading) && <Unread text={t.failure} onRetry={reading.refetch} />}
      {data?.length === 0 && <Text color="fg.muted">{t.empty}</Text>}
      <Box as="ul" listStyleType="none">
        {data?.map(({ switch_id, quien, texto, desde, hasta }) => (
          <Flex
            as="li"
            key={switch_id}
            columnGap="3"
            py="1.5"
            borderBottomWidth="1px"
            wrap="wrap"
            align="baseline"
            data-mando={switch_id}
          >
            <Text fontWeight="550" minW={{ base: '14rem', md: '20rem' }}>
              <SwitchNames ids={[switch_id]} empresaId={empresaId} nameOf={nameOf} />
            </Text>
            <Text flex="1" minW="14rem" data-quien={quien}>
              {texto}
            </Text>
            <Text color="fg.muted" fontSize="sm" fontVariantNumeric="tabular-nums">
              {t.since(when(desde), hasta === null ? null : when(hasta))}
            </Text>
          </Flex>
        ))}
      </Box>
    </Box>
  );
}
