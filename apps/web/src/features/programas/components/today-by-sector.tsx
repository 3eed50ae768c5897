import { duration, numero, type Turno } from '@acequia/contracts';
import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { turnosOf } from '../../../entities/programa/turnos.js';
import { dayOf } from '../../../lib/format/format.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { bySector, type SectorToday } from '../lib/by-sector.js';
import { texts } from '../textos.js';

interface Props {
  timeZone: string;
  sectorOf: (turno: Turno) => string;
}

/** Today's irrigation by sector: how much of it is done. Nothing on a day without any. */
export function TodayBySector({ timeZone, sectorOf }: Props) {
  const { data } = useQuery(turnosOf());
  const sectors = useMemo(() => {
    const today = dayOf(serverNow(), timeZone);
    return bySector(data?.filter(({ inicio }) => dayOf(inicio, timeZone) === today) ?? [], sectorOf);
  }, [data, timeZone, sectorOf]);
  if (sectors.length === 0) return null;
  return (
    <Box as="section" mt="3" mb="4">
      <Heading as="h2" size="md" mb="1">
        {texts.today.title}
      </Heading>
      <chakra.ul listStyleType="none" aria-label={texts.today.title}>
        {sectors.map((one) => (
          <Sector key={one.sector} sector={one} />
        ))}
      </chakra.ul>
    </Box>
  );
}

function Sector({ sector: { sector, turnos, done, planned_s, real_s, m3 } }: { sector: SectorToday }) {
  const { today } = texts;
  const share = planned_s === 0 ? 0 : Math.min(1, real_s / planned_s);
  return (
    <Box as="li" py="2" borderTopWidth="1px" _first={{ borderTopWidth: 0 }}>
      <Flex justify="space-between" gap="3" align="baseline">
        <Text fontWeight="600" overflowWrap="anywhere">
          {sector || today.noSector}
        </Text>
        <Text fontSize="sm" fontVariantNumeric="tabular-nums" flexShrink="0">
          {today.turns(done, turnos)}
        </Text>
      </Flex>
      <Box aria-hidden h="1.5" my="1" rounded="full" bg="bg.emphasized" overflow="hidden">
        <Box h="full" bg="agua.solid" style={{ width: `${share * 100}%` }} />
      </Box>
      <Text fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
        {today.time(duration(real_s / 60), duration(planned_s / 60))}
        {m3 !== null && ` · ${numero(Math.round(m3 * 100) / 100)} m³`}
      </Text>
    </Box>
  );
}
