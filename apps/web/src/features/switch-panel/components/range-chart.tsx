import type { Banda, SerieSensores } from '@acequia/contracts';
import type { Chart as ChartJs } from 'chart.js';
import zoom from 'chartjs-plugin-zoom';
import { Chart, DASH, LINE, type Dataset } from '../../../components/chart/chart.js';
import { dateTimeOf } from '../../../lib/format/format.js';
import { longestBridge } from '../../../lib/time/gaps.js';
import { derivedLines } from '../lib/derived-lines.js';
import type { Measurement } from '../lib/measurement.js';
import type { RuleBand } from '../lib/rule-bands.js';
import { LEAST_VIEW_MS, type Span } from '../lib/window.js';
import { texts } from '../textos.js';
import { bandFills } from './band-fills.js';
import { BARS_ROOM, turnBars, type Bar } from './turn-bars.js';
import { axesOf, useChartColors } from './chart-basics.js';

/** Index of the first derived line: bands of three datasets come before. */
const DERIVED = 6;
/** Of the bars with their time axis, px. */
const BARS_HEIGHT = 72;
const DERIVED_DASH = [2, 3];
const LEAST_KPA = 0.5;
/** Fainter than the band between a line's least and greatest values. */
const BAND_ALPHA = '14';

interface Props {
  serie: SerieSensores;
  /** The sensor's current values. */
  live: Measurement | null;
  /** The whole range, and the visible window in it. */
  frame: Span;
  view: Span;
  onView: (view: Span) => void;
  /** Times the switch was on: bars above the lines. */
  turns?: readonly Bar[];
  /** Where rules turn on and off. */
  bands?: readonly RuleBand[];
  /** No sensor: the bars alone. */
  barsOnly?: boolean;
}

/** A range of time: averages as a line, minimum and maximum as a band around the line, with gaps where there is no data. */
export default function RangeChart({
  serie,
  live,
  frame,
  view,
  onView,
  turns,
  bands: ruled = [],
  barsOnly = false,
}: Props) {
  const color = useChartColors();
  const { zona_horaria: timeZone } = serie;
  // A point that averages an interval is drawn in the middle of the interval.
  const middle = (serie.paso_s ?? 0) * 500;
  // Leave intervals without data out; the distance between their neighbours decides whether the line has a gap.
  const known = serie.ts.flatMap((ts, i) => (serie.n[i] === 0 ? [] : [{ i, x: ts + middle }]));
  const isLive = live !== null && live.ts > (known.at(-1)?.x ?? 0) && live.ts >= frame.desde;
  const bridge = longestBridge(known.map(({ x }) => x));
  const bandOf = (
    { prom, min, max }: Banda,
    now: number | null,
    label: string,
    axis: string,
    ink: string,
  ): Dataset[] => {
    const points = (values: readonly (number | null)[]) => [
      ...known.map(({ i, x }) => ({ x, y: values[i] ?? null })),
      ...(isLive ? [{ x: live.ts, y: now }] : []),
    ];
    const edge = { label: '', borderWidth: 0, pointRadius: 0, pointHitRadius: 0, tension: LINE.tension };
    const common = { yAxisID: axis, spanGaps: bridge };
    return [
      { ...edge, ...common, data: points(max), backgroundColor: `${ink}26`, fill: '+1' },
      { ...edge, ...common, data: points(min), fill: false },
      { ...LINE, ...common, label, data: points(prom), borderColor: ink, backgroundColor: ink },
    ];
  };
  const [maxH, minH, promH] = bandOf(serie.humedad, live?.humedad ?? null, texts.humedad, 'y1', color.humedad) as [
    Dataset,
    Dataset,
    Dataset,
  ];
  const derived = derivedLines(serie);
  /** Hidden until its name in the legend is pressed. */
  const line = (values: readonly (number | null)[], label: string, axis: string, ink: string): Dataset => ({
    ...LINE,
    spanGaps: bridge,
    yAxisID: axis,
    hidden: true,
    label,
    data: known.map(({ i, x }) => ({ x, y: values[i] ?? null })),
    borderColor: ink,
    backgroundColor: ink,
    borderDash: DERIVED_DASH,
  });
  const datasets: Dataset[] = barsOnly
    ? []
    : [
        ...bandOf(serie.temperatura, live?.temperatura ?? null, texts.temperatura, 'y', color.temperatura),
        maxH,
        minH,
        { ...promH, borderDash: DASH } as Dataset,
        line(derived.rocio, texts.dewPoint, 'y', color.temperatura),
        line(derived.dpv, texts.dpv, 'y2', color.text),
      ];
  const bands = [serie.temperatura, serie.humedad];
  const whenSettled = ({ chart }: { chart: ChartJs }) => {
    const { min, max } = chart.scales['x']!;
    onView({ desde: Math.round(min), hasta: Math.round(max) });
  };
  return (
    <Chart
      label={barsOnly ? texts.onBars : `${texts.temperatura}, ${texts.humedad}`}
      {...(barsOnly && { height: BARS_HEIGHT })}
      {...(turns && { above: BARS_ROOM })}
      datasets={datasets}
      time={{ ...view, timeZone }}
      axes={
        barsOnly
          ? { y: { title: '', display: false } }
          : { ...axesOf(color), y2: { title: 'kPa', right: true, least: LEAST_KPA, display: 'auto' } }
      }
      legend={
        !barsOnly && {
          // The bars take the legend's place at the top.
          ...(turns && { position: 'bottom' }),
          // Hide a line together with its band.
          onClick: (_event, { datasetIndex = 0 }, { chart }) => {
            const visible = chart.isDatasetVisible(datasetIndex);
            const band = datasetIndex < DERIVED ? [datasetIndex - 2, datasetIndex - 1] : [];
            for (const i of [...band, datasetIndex]) chart.setDatasetVisibility(i, !visible);
            chart.update();
          },
        }
      }
      tooltip={{
        filter: ({ dataset }) => dataset.label !== '',
        callbacks: {
          title: ([point]) =>
            point ? dateTimeOf((point.parsed.x ?? 0) - (known[point.dataIndex] ? middle : 0), timeZone) : '',
          label: ({ dataset, datasetIndex, dataIndex, parsed }) => {
            const at = known[dataIndex];
            if (!at || datasetIndex >= DERIVED) return `${dataset.label}: ${parsed.y}`;
            const { prom, min, max } = bands[datasetIndex < 3 ? 0 : 1]!;
            const [mean, less, more] = [prom[at.i], min[at.i], max[at.i]];
            return `${dataset.label}: ${mean}${less === more ? '' : ` (${less} – ${more})`}`;
          },
        },
      }}
      plugins={[zoom, turnBars, bandFills]}
      told={{
        turnBars: { turns: turns ?? [] },
        bandFills: {
          bands: ruled.map(({ valor, desde, hasta }) => ({
            axis: valor === 'temperatura' ? 'y' : 'y1',
            desde,
            hasta,
            color: `${color[valor]}${BAND_ALPHA}`,
          })),
        },
        zoom: {
          limits: { x: { min: frame.desde, max: frame.hasta, minRange: LEAST_VIEW_MS } },
          pan: { enabled: true, mode: 'x', onPanComplete: whenSettled },
          // Zoom needs Ctrl, so that scrolling the page past a chart does not zoom.
          zoom: {
            wheel: { enabled: true, modifierKey: 'ctrl' },
            pinch: { enabled: true },
            mode: 'x',
            onZoomComplete: whenSettled,
          },
        },
      }}
    />
  );
}
