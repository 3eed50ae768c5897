import { Box, Button, Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { ActorLegend } from '../../../entities/switch/who/actor-legend.js';
import { ACTORS } from '../../../entities/switch/who/actors.js';
import { whoOf } from '../../../entities/switch/who/who.js';
import { SubjectLink } from '../../../entities/subject-link.js';
import { timeOf } from '../../../lib/format/format.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useServerNow } from '../../../lib/time/clock.js';
import type { Window } from '../lib/day-window.js';
import { type OtherBar, othersIn } from '../lib/others.js';
import { texts } from '../textos.js';
import { LANE_COLUMNS } from './gantt.js';
import { TimeAxis, TimeGrid } from './time-axis.js';

const { others: t } = texts;

export interface NamedSwitch {
  id: number;
  nombre: string;
}

interface Props {
  /** Null = the person's own company. */
  empresaId: number | null;
  switches: readonly NamedSwitch[];
  /** YYYY-MM-DD */
  day: string;
  window: Window;
  timeZone: string;
}

/** What people and rules turned on in the day, one lane per switch, coloured by who; read once somebody asks. */
export function DayOthers({ empresaId, switches, day, window, timeZone }: Props) {
  const [shown, setShown] = useState(false);
  const now = useServerNow();
  const readings = useQueries({
    queries: shown ? switches.map(({ id }) => whoOf(id, { desde: day, hasta: day }, timeZone)) : [],
  });
  const lanes = switches.flatMap((one, i) => {
    const bars = othersIn(readings[i]?.data ?? [], window, now);
    return bars.length === 0 ? [] : [{ ...one, bars }];
  });
  const isReading = readings.some(({ isPending }) => isPending);
  const note = readings.some(neverCame) ? t.failure : isReading ? t.reading : lanes.length === 0 ? t.none : null;
  return (
    <Stack gap="2">
      <Button
        size="sm"
        variant={shown ? 'solid' : 'outline'}
        alignSelf="flex-start"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        _print={{ display: 'none' }}
      >
        {t.show}
      </Button>
      {shown && note && (
        <Text role="status" fontSize="sm" color="fg.muted">
          {note}
        </Text>
      )}
      {lanes.length > 0 && (
        <>
          <ActorLegend
            actors={ACTORS.filter((actor) => lanes.some(({ bars }) => bars.some((bar) => bar.actor === actor)))}
          />
          <Flex as="ul" listStyleType="none" direction="column" gap={{ base: '2', md: '1' }} aria-label={t.label}>
            {lanes.map(({ id, nombre, bars }) => (
              <Grid as="li" key={id} templateColumns={LANE_COLUMNS} columnGap="3" alignItems="center">
                <Text fontSize="sm" lineHeight="1.25" overflowWrap="anywhere">
                  <SubjectLink switch_id={id} empresa_id={empresaId}>
                    {nombre}
                  </SubjectLink>
                </Text>
                <Box position="relative" h="6" bg="bg.muted" rounded="sm" overflow="hidden">
                  <TimeGrid window={window} timeZone={timeZone} now={now} />
                  {bars.map((bar) => (
                    <Box
                      key={`${bar.desde}-${bar.hasta}`}
                      role="img"
                      aria-label={`${nombre}: ${words(bar, timeZone)}`}
                      title={words(bar, timeZone)}
                      position="absolute"
                      insetY="1"
                      rounded="xs"
                      bg={`chart.${bar.actor}`}
                      style={{ left: `${bar.left}%`, width: `${bar.width}%` }}
                    />
                  ))}
                </Box>
              </Grid>
            ))}
          </Flex>
          <Grid templateColumns={LANE_COLUMNS} columnGap="3">
            <Box display={{ base: 'none', md: 'block' }} />
            <TimeAxis window={window} timeZone={timeZone} />
          </Grid>
        </>
      )}
    </Stack>
  );
}

const words = ({ who, desde, hasta }: OtherBar, timeZone: string): string =>
  t.span(
    who ?? t.nobody,
    desde === null ? null : timeOf(desde, timeZone),
    hasta === null ? null : timeOf(hasta, timeZone),
  );
