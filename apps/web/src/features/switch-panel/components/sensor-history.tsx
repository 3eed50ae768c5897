import { Field, Flex, NativeSelect, Skeleton } from '@chakra-ui/react';
import { nativeSelectSlotRecipe } from '@chakra-ui/react/theme';
import { useState } from 'react';
import { onDemand } from '../../../components/on-demand.js';
import { Card } from '../../../components/card.js';
import { useServerThere } from '../../../lib/live/live.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useLastPoints } from '../api/last-points.js';
import { sensorOf, type SwitchPair } from '../lib/pairs.js';
import { liveMeasurement } from '../lib/measurement.js';
import { texts } from '../textos.js';
import { RANGES, type Range } from '../lib/window.js';
import { EmptyNotice } from '../../../components/empty-notice.js';
import { TimeOnPerDay } from './time-on-per-day.js';
import { Ranges } from './ranges.js';
import { RangeHistory } from './range-history.js';
import { SensorCsv } from './sensor-csv.js';

// chart.js is larger than the rest of the panel, so it loads after the page is drawn.
const SensorChart = onDemand({
  nombre: 'grafica-sensores',
  load: () => import('./sensor-chart.js'),
  height: '280px',
});

/** Null = the last fifty points (CALL-8), the initial view. */
const ALL_RANGES = [null, ...(Object.keys(RANGES) as Range[])];

interface Props {
  pairs: SwitchPair[];
  chosenPair: SwitchPair | undefined;
  onChoose: (key: string) => void;
  /** The pairs are still loading. */
  loading: boolean;
  /** The pairs could not be read, as opposed to there being none. */
  failure: boolean;
}

/** Pair selector, chart of temperature and humidity of the pair's sensor, and a CSV export. */
export default function SensorHistory({ pairs, chosenPair, onChoose, loading, failure }: Props) {
  const sensor = chosenPair && sensorOf(chosenPair);
  const switchId = sensor?.id;
  const points = useLastPoints(switchId);
  const [range, setRange] = useState<Range | null>(null);
  const connected = useServerThere();
  return (
    <Card>
      <Flex gap="4" align="flex-end" wrap="wrap" mb="4">
        {/* A select inside a Field ignores its own `disabled`, so the Field carries it. */}
        <Field.Root flex="1 1 18rem" maxW="40rem" disabled={pairs.length === 0 || !connected}>
          <Field.Label>{texts.selector}</Field.Label>
          <NativeSelect.Root recipe={nativeSelectSlotRecipe}>
            <NativeSelect.Field value={chosenPair?.key ?? ''} onChange={(event) => onChoose(event.currentTarget.value)}>
              {pairs.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </Field.Root>
        <SensorCsv switchId={switchId} />
      </Flex>
      <Ranges range={range} ranges={ALL_RANGES} onRange={setRange} disabled={!chosenPair || !connected} />
      {range && switchId !== undefined ? (
        <RangeHistory
          key={`${switchId}|${range}`}
          switchId={switchId}
          range={range}
          live={liveMeasurement(sensor)}
          noSensor={sensor?.tiene_sensor === 0}
        />
      ) : (
        <Content points={points} chosenPair={chosenPair} loading={loading} failure={failure} />
      )}
      {chosenPair && <TimeOnPerDay par={chosenPair} />}
    </Card>
  );
}

interface ContentProps extends Pick<Props, 'chosenPair' | 'loading' | 'failure'> {
  points: ReturnType<typeof useLastPoints>;
}

function Content({ points, chosenPair, loading, failure }: ContentProps) {
  const noPoints = neverCame(points);
  if (loading || (points.isLoading && !noPoints)) return <Skeleton h="280px" aria-busy />;
  const { data = [] } = points;
  if (data.length === 0) {
    const noSensor = chosenPair && sensorOf(chosenPair).tiene_sensor === 0;
    const text = noPoints ? texts.historyError : noSensor ? texts.noSensor : texts.noPoints;
    const notChosen = failure ? texts.noList : texts.noSitio;
    return <EmptyNotice height="7rem" text={chosenPair ? text : notChosen} error={failure || noPoints} />;
  }
  return <SensorChart points={data} live={liveMeasurement(chosenPair && sensorOf(chosenPair))} />;
}
