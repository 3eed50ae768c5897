import type { EnergiaDia } from '@acequia/contracts';
import { BarElement, CategoryScale, Chart, LinearScale, Tooltip, type ChartOptions } from 'chart.js';
import { Bar } from 'react-chartjs-2';
import { useCanvasColors } from '../../../lib/canvas-colors.js';
import { notesOf, shortDay } from '../lib/day-notes.js';
import { texts } from '../textos.js';

Chart.register(CategoryScale, LinearScale, BarElement, Tooltip);

const TOKENS = ['chart.energia', 'fg.muted', 'border'] as const;

/** One bar per day. A hollow bar is an incomplete day; a missing bar means no data, not zero. */
export default function DayChart({ dias }: { dias: readonly EnergiaDia[] }) {
  const [energia = '', text = '', gridColor = ''] = useCanvasColors(TOKENS);
  const partial = ({ incompleto, en_curso, reinicio }: EnergiaDia): boolean => incompleto || en_curso || reinicio;
  const data = {
    labels: dias.map(({ fecha }) => shortDay(fecha)),
    datasets: [
      {
        label: texts.kwh,
        data: dias.map(({ kwh }) => kwh),
        backgroundColor: dias.map((dia) => (partial(dia) ? `${energia}55` : energia)),
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
        callbacks: { afterLabel: ({ dataIndex }) => (dias[dataIndex] ? notesOf(dias[dataIndex]) : []) },
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
      <Bar data={data} options={options} role="img" aria-label={texts.perDay} />
    </div>
  );
}
