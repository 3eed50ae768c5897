import {
  BarController,
  BarElement,
  Chart as ChartJs,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
  type ChartDataset,
  type ChartOptions,
  type Plugin,
  type Scale,
  type ScaleOptionsByType,
} from 'chart.js';
import { Chart as Drawn } from 'react-chartjs-2';
import { useCanvasColors } from '../../lib/canvas-colors.js';
import { dateTimeOf } from '../../lib/format/format.js';
import { atLeast } from '../../lib/least-span.js';
import { scrollsThePage, timeAxis } from '../../lib/time/time-axis.js';

ChartJs.register(
  BarController,
  BarElement,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

type Options = ChartOptions<'line' | 'bar'>;
/** Values over time (x in ms), or at the place of their label (from 0). */
export type Dataset = ChartDataset<'line' | 'bar', { x: number; y: number | null }[]>;

/** Lines of every chart, and their height (PANEL-7), px. A point without a border is as wide as its line, dashed or not. */
export const LINE = { tension: 0.3, borderWidth: 2, pointRadius: 1, pointBorderWidth: 0, pointHitRadius: 8 } as const;
const HEIGHT = 280;
/** Of the second of two lines: nothing is told by colour alone. */
export const DASH = [6, 3];

export interface Axis extends Partial<Pick<ScaleOptionsByType<'linear'>, 'min' | 'max' | 'beginAtZero' | 'grace'>> {
  /** '' has no title. */
  title: string;
  /** Of the title; absent = as the other words. */
  color?: string;
  right?: boolean;
  /** What the axis shows at the least: 0.08 °C is no plunge. */
  least?: number;
  suggestedMax?: number;
  /** `auto`: with its line. */
  display?: boolean | 'auto';
  step?: number;
  /** A tick in words. */
  tick?: (value: number) => string;
}

interface Props {
  /** For screen readers. */
  label: string;
  height?: number;
  datasets: Dataset[];
  /** The range of time, all of which is shown, even where there is no data. */
  time?: { desde: number; hasta: number; timeZone: string };
  /** In the place of time. */
  labels?: readonly string[];
  axes: Readonly<Record<string, Axis>>;
  /** Its names are those of the datasets; '' has none. */
  legend?: NonNullable<Options['plugins']>['legend'] | boolean;
  tooltip?: NonNullable<NonNullable<Options['plugins']>['tooltip']>;
  plugins?: readonly Plugin<'line' | 'bar'>[];
  /** What the plugins are told. */
  told?: Options['plugins'];
  /** Room above for what a plugin draws, px. */
  above?: number;
}

const scaleOf = (axis: Axis, text: string, grid: string) => {
  const { title, color = text, right = false, least, step, tick, ...rest } = axis;
  return {
    ...rest,
    position: right ? ('right' as const) : ('left' as const),
    title: { display: title !== '', text: title, color },
    ticks: {
      color: text,
      ...(step !== undefined && { stepSize: step }),
      ...(tick && { callback: (value: number | string) => tick(Number(value)) }),
    },
    grid: { color: right ? 'transparent' : grid },
    ...(least !== undefined && atLeast(least)),
  };
};

/** An axis of labels: the library's own weighs more than all of this. */
const labelAxis = (labels: readonly string[], color: string) => ({
  type: 'linear' as const,
  offset: false,
  min: -0.5,
  max: labels.length - 0.5,
  afterBuildTicks: (axis: Scale) => void (axis.ticks = labels.map((_, value) => ({ value }))),
  ticks: {
    color,
    maxRotation: 0,
    autoSkipPadding: 12,
    callback: (value: number | string) => labels[Number(value)] ?? '',
  },
  grid: { color: 'transparent' },
});

/** Every chart of the console: one style of axes, lines, legend and tooltip. */
export function Chart(props: Props) {
  const { label, height = HEIGHT, datasets, time, labels = [], axes, legend = false, tooltip, plugins = [] } = props;
  const [text = '', grid = ''] = useCanvasColors(['fg.muted', 'border']);
  const more = typeof legend === 'object' ? legend : {};
  const options: Options = {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    interaction: { mode: 'index', intersect: false },
    ...(props.above !== undefined && { layout: { padding: { top: props.above } } }),
    plugins: {
      ...props.told,
      legend: {
        display: legend !== false,
        position: 'top',
        ...more,
        labels: { color: text, boxHeight: 2, filter: ({ text: name }) => name !== '' },
      },
      tooltip: {
        ...tooltip,
        callbacks: {
          title: ([point]) =>
            !point ? '' : time ? dateTimeOf(point.parsed.x, time.timeZone) : (labels[point.dataIndex] ?? ''),
          ...tooltip?.callbacks,
        },
      },
    },
    scales: {
      x: time ? timeAxis({ ...time, color: text }) : labelAxis(labels, text),
      ...Object.fromEntries(Object.entries(axes).map(([id, axis]) => [id, scaleOf(axis, text, grid)])),
    },
  };
  return (
    <div style={{ height }}>
      <Drawn
        type={datasets[0]?.type ?? 'line'}
        data={{ datasets }}
        options={options}
        plugins={[scrollsThePage, ...plugins]}
        role="img"
        aria-label={label}
      />
    </div>
  );
}
