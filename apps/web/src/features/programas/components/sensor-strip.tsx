import { inUnit } from '@acequia/contracts';
import { Box, chakra, Flex, Grid, Skeleton, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { FormField, Options, Select } from '../../../components/form/fields.js';
import { withSuffix } from '../../../lib/format/format.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useServerNow } from '../../../lib/time/clock.js';
import { useSensorSeries } from '../api/sensor-series.js';
import type { Window } from '../lib/day-window.js';
import { sensorLine, type SensorLine } from '../lib/sensor-line.js';
import { texts } from '../textos.js';
import type { SensorOption } from './conditions-field.js';
import { LANE_COLUMNS } from './gantt.js';
import { TimeAxis, TimeGrid } from './time-axis.js';

const { sensor: t } = texts;
const HUMIDITY_DASH = '6 4';

interface Props {
  sensors: readonly SensorOption[];
  /** The sensor shown first. */
  first: number | null;
  window: Window;
  timeZone: string;
}

/** Temperature and humidity of one sensor, on the time axis of the turns above. */
export function SensorStrip({ sensors, first, window, timeZone }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const now = useServerNow();
  const id = sensors.find((each) => each.id === chosen)?.id ?? first ?? sensors[0]?.id ?? null;
  const reading = useSensorSeries(id, window);
  const { data } = reading;
  const failure = neverCame(reading);
  if (id === null) return null;
  const middle = (data?.paso_s ?? 0) * 500;
  const ts = data?.ts.map((each) => each + middle) ?? [];
  const temperature = data ? sensorLine(ts, data.temperatura.prom, window, 'temperatura') : null;
  const humidity = data ? sensorLine(ts, data.humedad.prom, window, 'humedad') : null;
  const range = (line: SensorLine | null, unit: string): string =>
    line ? t.range(withSuffix(line.least, ''), withSuffix(line.most, unit)) : texts.never;
  const words = `${t.temperature}: ${range(temperature, ' °C')}. ${t.humidity}: ${range(humidity, ' %')}.`;
  const nothing = failure ? t.failure : data && !temperature && !humidity ? t.empty : null;
  return (
    <Grid templateColumns={LANE_COLUMNS} columnGap="3" mt="3" alignItems="center">
      <Flex direction="column" gap="1">
        <FormField label={t.label}>
          <Select value={id} onChange={({ target }) => setChosen(Number(target.value))}>
            <Options from={sensors} chosen={id} />
          </Select>
        </FormField>
        <Text fontSize="xs" color="chart.temperatura" fontVariantNumeric="tabular-nums">
          ━ {t.temperature}: {range(temperature, ' °C')}
        </Text>
        <Text fontSize="xs" color="chart.humedad" fontVariantNumeric="tabular-nums">
          ┅ {t.humidity}: {range(humidity, ' %')}
        </Text>
      </Flex>
      <Box mt={{ base: '2', md: '0' }}>
        <Box position="relative" h="7rem" bg="bg.muted" rounded="sm" overflow="hidden">
          <TimeGrid window={window} timeZone={timeZone} now={now} />
          {!data && !failure ? (
            <Skeleton position="absolute" inset="0" h="full" aria-busy />
          ) : nothing ? (
            <Text position="absolute" inset="0" p="3" color={failure ? 'fg.warning' : 'fg.muted'}>
              {nothing}
            </Text>
          ) : (
            <>
              {temperature && <Scale line={temperature} magnitud="temperatura" side="insetStart" />}
              {humidity && <Scale line={humidity} magnitud="humedad" side="insetEnd" />}
              <chakra.svg
                position="absolute"
                inset="0"
                w="full"
                h="full"
                viewBox="0 0 1000 100"
                preserveAspectRatio="none"
                fill="none"
                role="img"
                aria-label={words}
                css={{ '& path': { vectorEffect: 'non-scaling-stroke', strokeWidth: 2, strokeLinecap: 'round' } }}
              >
                {temperature && <chakra.path d={temperature.path} stroke="chart.temperatura" />}
                {humidity && <chakra.path d={humidity.path} stroke="chart.humedad" strokeDasharray={HUMIDITY_DASH} />}
              </chakra.svg>
            </>
          )}
        </Box>
        <TimeAxis window={window} timeZone={timeZone} />
      </Box>
    </Grid>
  );
}

interface ScaleProps {
  line: SensorLine;
  magnitud: 'temperatura' | 'humedad';
  side: 'insetStart' | 'insetEnd';
}

/** What the upper and lower end of a line's room stand for. */
const Scale = ({ line: { min, max }, magnitud, side }: ScaleProps) =>
  [
    { edge: 'top', value: max },
    { edge: 'bottom', value: min },
  ].map(({ edge, value }) => (
    <Text
      key={edge}
      aria-hidden
      position="absolute"
      {...{ [side]: '1', [edge]: '0' }}
      fontSize="2xs"
      color={`chart.${magnitud}`}
      fontVariantNumeric="tabular-nums"
    >
      {inUnit(magnitud, value)}
    </Text>
  ));
