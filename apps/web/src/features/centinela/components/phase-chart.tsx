import type { SerieEnergia } from '@acequia/contracts';
import {
  CategoryScale,
  Chart,
  Legend,
  LinearScale,
  LineElement,
  PointElement,
  Tooltip,
  type ChartOptions,
} from 'chart.js';
import { Line } from 'react-chartjs-2';
import { useCanvasColors } from '../../../lib/canvas-colors.js';
import { dateTimeOf } from '../../../lib/format/format.js';
import { texts } from '../textos.js';

Chart.register(CategoryScale, LinearScale, LineElement, PointElement, Legend, Tooltip);

export type Quantity = keyof typeof texts.rows;
const PHASES = ['a', 'b', 'c'] as const;
const DASHES = { a: [], b: [7, 3], c: [2, 3] };
const TOKENS = ['chart.fase_a', 'chart.fase_b', 'chart.fase_c', 'fg.muted', 'border'] as const;

/** Three lines, one a phase; where nobody measured there is no line. */
export default function PhaseChart({ serie, quantity }: { serie: SerieEnergia; quantity: Quantity }) {
  const colors = useCanvasColors(TOKENS);
  const [, , , text = '', gridColor = ''] = colors;
  const data = {
    labels: serie.ts.map((ts) => dateTimeOf(ts)),
    datasets: PHASES.map((phase, index) => ({
      label: texts.phase(phase),
      data: serie.series[`${quantity}_${phase}`].prom,
      borderColor: colors[index] ?? text,
      backgroundColor: colors[index] ?? text,
      borderDash: DASHES[phase],
      borderWidth: 1.8,
      pointRadius: 0,
      pointHitRadius: 8,
      spanGaps: false,
    })),
  };
  const options: ChartOptions<'line'> = {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    interaction: { mode: 'index', intersect: false },
    plugins: { legend: { position: 'top', labels: { color: text, boxHeight: 2 } } },
    scales: {
      x: {
        ticks: { color: text, maxTicksLimit: 8, autoSkipPadding: 24, maxRotation: 0 },
        grid: { color: 'transparent' },
      },
      y: {
        title: { display: true, text: texts.rows[quantity], color: text },
        ticks: { color: text },
        grid: { color: gridColor },
      },
    },
  };
  return (
    <div style={{ height: 280 }}>
      <Line data={data} options={options} role="img" aria-label={`${texts.history}: ${texts.rows[quantity]}`} />
    </div>
  );
}
