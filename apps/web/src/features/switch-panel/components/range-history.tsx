import { Box, Button, Flex, Skeleton, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { onDemand } from '../../../components/on-demand.js';
import { useServerThere } from '../../../lib/live/live.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useSeries, type View } from '../api/series.js';
import type { Measurement } from '../lib/measurement.js';
import type { RuleBand } from '../lib/rule-bands.js';
import { zoomIn, type Range, type Span } from '../lib/window.js';
import { texts } from '../textos.js';
import type { Bar } from './turn-bars.js';
import { EmptyNotice } from '../../../components/empty-notice.js';

// With the zoom plugin this is larger than the chart of the last fifty points, so it loads only when a range is chosen.
const RangeChart = onDemand({ nombre: 'grafica-rango', load: () => import('./range-chart.js'), height: '280px' });

const STEP = 2;

interface Props {
  switchId: number;
  range: Range;
  live: Measurement | null;
  noSensor: boolean;
  /** Times the switch was on. */
  turns?: readonly Bar[];
  /** Where rules that read the sensor turn on and off. */
  bands?: readonly RuleBand[];
}

/** A range of a sensor's history with zoom; a smaller window loads finer points. */
export function RangeHistory({ switchId, range, live, noSensor, turns, bands = [] }: Props) {
  const [view, setView] = useState<View | null>(null);
  const query = useSeries(switchId, range, view);
  const { data } = query;
  const connected = useServerThere();
  if (!data) {
    if (neverCame(query)) return <EmptyNotice height="7rem" text={texts.historyError} error />;
    return <Skeleton h="280px" aria-busy />;
  }
  const { serie } = data;
  const frame = view?.frame ?? data.frame;
  const empty = serie.n.every((n) => n === 0);
  if (!view && empty && !turns)
    return <EmptyNotice height="7rem" text={noSensor ? texts.noSensor : texts.noPointsInRange} />;

  const barsOnly = noSensor && empty;
  const show = (span: Span | null) =>
    setView(span && (span.desde > frame.desde || span.hasta < frame.hasta) ? { ...span, frame } : null);
  // A newer live value extends the window.
  const visible = view ?? { ...frame, hasta: Math.max(frame.hasta, live?.ts ?? 0) };
  return (
    <Box data-nivel={serie.nivel} data-paso={serie.paso_s ?? undefined}>
      <RangeChart
        {...(turns && { turns })}
        bands={bands}
        barsOnly={barsOnly}
        serie={serie}
        live={view ? null : live}
        frame={frame}
        view={visible}
        onView={show}
      />
      {bands.length > 0 && (
        <Text fontSize="xs" color="fg.muted" mt="1">
          {texts.ruleBands(bands)}
        </Text>
      )}
      {!barsOnly && (
        <Flex mt="2" gap="2" align="center" wrap="wrap">
          <Text fontSize="xs" color="fg.muted" flex="1 1 16rem">
            {texts.zoomHelp}
          </Text>
          <Flex gap="1">
            <Button
              size="xs"
              variant="outline"
              disabled={!connected}
              onClick={() => show(zoomIn(visible, 1 / STEP, frame))}
            >
              {texts.zoomIn}
            </Button>
            <Button
              size="xs"
              variant="outline"
              disabled={!view || !connected}
              onClick={() => show(zoomIn(visible, STEP, frame))}
            >
              {texts.zoomOut}
            </Button>
            <Button size="xs" variant="outline" disabled={!view || !connected} onClick={() => show(null)}>
              {texts.wholeRange}
            </Button>
          </Flex>
        </Flex>
      )}
    </Box>
  );
}
