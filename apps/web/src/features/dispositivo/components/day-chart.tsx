import { BarElement, CategoryScale, Chart, LinearScale, Tooltip, type ChartOptions } from 'chart.js';
import { Bar } from 'react-chartjs-2';
import { useCanvasColors } from '../../../lib/canvas-colors.js';
import { texts } from '../textos.js';

Chart.register(CategoryScale, LinearScale, BarElement, Tooltip);

const TOKENS = ['chart.energia', 'fg.muted', 'border'] as const;

export interface EnergyBar {
  label: string;
  /** null = no data, not zero. */
  kwh: number | null;
  /** Drawn hollow. */
  partial: boolean;
  notes: string[];
}

/** One bar per day or month. */
export default function DayChart({ bars, label }: { bars: readonly EnergyBar[]; label: string }) {
  const [energia = '', text = '', gridColor = ''] = useCanvasColors(TOKENS);
  const data = {
    labels: bars.map((bar) => bar.label),
    datasets: [
      {
        label: texts.kwh,
        data: bars.map(({ kwh }) => kwh),
        backgroundColor: bars.map(({ partial }) => (partial ? `${energia}55` : energia)),
        borderColor: energia,
        borderWidth: 1,
        borderRadius: 2,
      },
    ],
  };
  const options: ChartOptions<'bar'> = {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    plugins: {
      legend: { display: false },
      tooltip: {
        callbacks: { afterLabel: ({ dataIndex }) => bars[dataIndex]?.notes ?? [] },
      },
    },
    scales: {
      x: { ticks: { color: text, maxRotation: 0, autoSkipPadding: 12 }, grid: { color: 'transparent' } },
      y: {
        beginAtZero: true,
        title: { display: true, text: texts.kwh, color: text },
        ticks: { color: text },
        grid: { color: gridColor },
      },
    },
  };
  return (
    <div style={{ height: 240 }}>
      <Bar data={data} options={options} role="img" aria-label={label} />
    </div>
  );
}
