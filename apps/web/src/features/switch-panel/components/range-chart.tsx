import type { Banda, SerieSensores } from '@acequia/contracts';
import {
  Chart,
  Filler,
  Legend,
  LinearScale,
  LineElement,
  PointElement,
  Tooltip,
  type ChartDataset,
  type ChartOptions,
} from 'chart.js';
import zoom from 'chartjs-plugin-zoom';
import { Line } from 'react-chartjs-2';
import { dateTimeOf } from '../../../lib/format/format.js';
import { longestBridge } from '../../../lib/time/gaps.js';
import { scrollsThePage, timeAxis } from '../../../lib/time/time-axis.js';
import type { Measurement } from '../lib/measurement.js';
import { LEAST_VIEW_MS, type Span } from '../lib/window.js';
import { texts } from '../textos.js';
import { BARS_ROOM, turnBars } from './turn-bars.js';
import { CHART_HEIGHT, BASE, axesOf, legendOf, LINE, lineOf, HUMIDITY_DASH, useChartColors } from './chart-basics.js';

Chart.register(LinearScale, LineElement, PointElement, Legend, Tooltip, Filler);

type Dataset = ChartDataset<'line', { x: number; y: number | null }[]>;

interface Props {
  serie: SerieSensores;
  /** What the sensor says now. */
  live: Measurement | null;
  /** All that can be looked at, and what of it is shown. */
  frame: Span;
  view: Span;
  onView: (view: Span) => void;
  /** When the switch was on: bars above the lines. */
  turns?: readonly Span[];
}

/** A range of time: averages as a line, the least and the most as a band round it. Where nobody measured there is neither. */
export default function RangeChart({ serie, live, frame, view, onView, turns }: Props) {
  const color = useChartColors();
  const { zona_horaria: zona } = serie;
  // A point that stands for a stretch of time stands in its middle.
  const middle = (serie.paso_s ?? 0) * 500;
  // A stretch in which nobody measured is no point: whether it is a gap, the distance between its neighbours says.
  const known = serie.ts.flatMap((ts, i) => (serie.n[i] === 0 ? [] : [{ i, x: ts + middle }]));
  const isLive = live !== null && live.ts > (known.at(-1)?.x ?? 0) && live.ts >= frame.desde;
  const bridge = longestBridge(known.map(({ x }) => x));
  const banda = (
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
      { ...lineOf(bridge), ...common, label, data: points(prom), borderColor: ink, backgroundColor: ink },
    ];
  };
  const [maxH, minH, promH] = banda(serie.humedad, live?.humedad ?? null, texts.humedad, 'y1', color.humedad) as [
    Dataset,
    Dataset,
    Dataset,
  ];
  const datasets = [
    ...banda(serie.temperatura, live?.temperatura ?? null, texts.temperatura, 'y', color.temperatura),
    maxH,
    minH,
    { ...promH, borderDash: HUMIDITY_DASH },
  ];
  const bands = [serie.temperatura, serie.humedad];
  const whenSettled = ({ chart }: { chart: Chart }) => {
    const { min, max } = chart.scales['x']!;
    onView({ desde: Math.round(min), hasta: Math.round(max) });
  };
  const options: ChartOptions<'line'> = {
    ...BASE,
    ...(turns && { layout: { padding: { top: BARS_ROOM } } }),
    plugins: {
      turnBars: { turns: turns ?? [], color: color.encendido },
      legend: {
        ...legendOf(color),
        // The bars stand where the legend would.
        ...(turns && { position: 'bottom' }),
        labels: { ...legendOf(color).labels, filter: ({ text }) => text !== '' },
        // A line goes and comes with its band.
        onClick: (_event, { datasetIndex = 0 }, { chart }) => {
          const visible = chart.isDatasetVisible(datasetIndex);
          for (const i of [datasetIndex - 2, datasetIndex - 1, datasetIndex]) chart.setDatasetVisibility(i, !visible);
          chart.update();
        },
      },
      tooltip: {
        filter: ({ dataset }) => dataset.label !== '',
        callbacks: {
          title: ([point]) =>
            point ? dateTimeOf((point.parsed.x ?? 0) - (known[point.dataIndex] ? middle : 0), zona) : '',
          label: ({ dataset, datasetIndex, dataIndex, parsed }) => {
            const at = known[dataIndex];
            if (!at) return `${dataset.label}: ${parsed.y}`;
            const { prom, min, max } = bands[datasetIndex < 3 ? 0 : 1]!;
            const [mean, less, more] = [prom[at.i], min[at.i], max[at.i]];
            return `${dataset.label}: ${mean}${less === more ? '' : ` (${less} – ${more})`}`;
          },
        },
      },
      zoom: {
        limits: { x: { min: frame.desde, max: frame.hasta, minRange: LEAST_VIEW_MS } },
        pan: { enabled: true, mode: 'x', onPanComplete: whenSettled },
        // With a key: a page that is scrolled past a chart must not zoom it.
        zoom: {
          wheel: { enabled: true, modifierKey: 'ctrl' },
          pinch: { enabled: true },
          mode: 'x',
          onZoomComplete: whenSettled,
        },
      },
    },
    scales: {
      x: timeAxis({ ...view, zona, color: color.text }),
      ...axesOf(color),
    },
  };
  return (
    <div style={{ height: CHART_HEIGHT }}>
      <Line
        data={{ datasets }}
        options={options}
        plugins={[zoom, scrollsThePage, turnBars]}
        role="img"
        aria-label={`${texts.temperatura}, ${texts.humedad}`}
      />
    </div>
  );
}
