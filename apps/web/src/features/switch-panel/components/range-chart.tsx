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
  type Scale,
} from 'chart.js';
import zoom from 'chartjs-plugin-zoom';
import { Line } from 'react-chartjs-2';
import { dateTimeOf } from '../../../lib/format/format.js';
import { tickLabel, ticksOf, stepOf } from '../lib/ticks.js';
import { LEAST_VIEW_MS, type Span } from '../lib/window.js';
import { texts } from '../textos.js';
import { CHART_HEIGHT, BASE, axesOf, legendOf, LINE, HUMIDITY_DASH, useChartColors } from './chart-basics.js';

Chart.register(LinearScale, LineElement, PointElement, Legend, Tooltip, Filler);

/** Room that the text under a mark takes, px. */
const TICK_WIDTH = 64;

/** Both vertical axes with their titles, px. */
const AXES_WIDTH = 110;

/** By the chart's width: the axis learns its own only after its marks are made. */
const stepOfAxis = ({ min, max, chart }: Scale): number =>
  stepOf(min, max, Math.max(2, (chart.width - AXES_WIDTH) / TICK_WIDTH));

type Dataset = ChartDataset<'line', { x: number; y: number | null }[]>;

interface Props {
  serie: SerieSensores;
  /** All that can be looked at, and what of it is shown. */
  frame: Span;
  view: Span;
  onView: (view: Span) => void;
}

/** A range of time: averages as a line, the least and the most as a band round it. Where nobody measured there is neither. */
export default function RangeChart({ serie, frame, view, onView }: Props) {
  const color = useChartColors();
  const { zona_horaria: zona } = serie;
  // A point that stands for a stretch of time stands in its middle.
  const middle = (serie.paso_s ?? 0) * 500;
  const points = (values: readonly (number | null)[]) => values.map((y, i) => ({ x: serie.ts[i]! + middle, y }));
  const banda = ({ prom, min, max }: Banda, label: string, yAxisID: string, ink: string): Dataset[] => {
    const edge = { label: '', yAxisID, borderWidth: 0, pointRadius: 0, pointHitRadius: 0, tension: LINE.tension };
    return [
      { ...edge, data: points(max), backgroundColor: `${ink}26`, fill: '+1' },
      { ...edge, data: points(min), fill: false },
      { ...LINE, label, yAxisID, data: points(prom), borderColor: ink, backgroundColor: ink },
    ];
  };
  const [maxH, minH, promH] = banda(serie.humedad, texts.humedad, 'y1', color.humedad) as [Dataset, Dataset, Dataset];
  const datasets = [
    ...banda(serie.temperatura, texts.temperatura, 'y', color.temperatura),
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
    plugins: {
      legend: {
        ...legendOf(color),
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
          title: ([point]) => (point ? dateTimeOf(serie.ts[point.dataIndex], zona) : ''),
          label: ({ dataset, datasetIndex, dataIndex }) => {
            const { prom, min, max } = bands[datasetIndex < 3 ? 0 : 1]!;
            const [mean, less, more] = [prom[dataIndex], min[dataIndex], max[dataIndex]];
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
      x: {
        type: 'linear',
        min: view.desde,
        max: view.hasta,
        afterBuildTicks: (axis) => {
          axis.ticks = ticksOf(axis.min, axis.max, stepOfAxis(axis), zona).map((value) => ({ value }));
        },
        ticks: {
          color: color.text,
          maxRotation: 0,
          autoSkip: false,
          callback(value) {
            return tickLabel(Number(value), stepOfAxis(this), zona);
          },
        },
        grid: { color: 'transparent' },
      },
      ...axesOf(color),
    },
  };
  return (
    <div style={{ height: CHART_HEIGHT }}>
      <Line
        data={{ datasets }}
        options={options}
        plugins={[zoom]}
        // A finger still scrolls the page up and down.
        style={{ touchAction: 'pan-y' }}
        role="img"
        aria-label={`${texts.temperatura}, ${texts.humedad}`}
      />
    </div>
  );
}
