import type { HistorialPoint } from '@acequia/contracts';
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
import { dateTimeOf } from '../../../lib/format/format.js';
import { texts } from '../textos.js';
import { CHART_HEIGHT, BASE, axesOf, legendOf, LINE, HUMIDITY_DASH, useChartColors } from './chart-basics.js';

Chart.register(CategoryScale, LinearScale, LineElement, PointElement, Legend, Tooltip);

/** Temperature on the left axis, humidity on the right. A gap in the data stays a gap. */
export default function SensorChart({ points }: { points: readonly HistorialPoint[] }) {
  const color = useChartColors();
  const data = {
    labels: points.map((point) => dateTimeOf(point.fecha)),
    datasets: [
      {
        ...LINE,
        label: texts.temperatura,
        yAxisID: 'y',
        data: points.map((p) => p.temperatura),
        borderColor: color.temperatura,
        backgroundColor: color.temperatura,
      },
      {
        ...LINE,
        label: texts.humedad,
        yAxisID: 'y1',
        data: points.map((p) => p.humedad),
        borderColor: color.humedad,
        backgroundColor: color.humedad,
        borderDash: HUMIDITY_DASH,
      },
    ],
  };
  const options: ChartOptions<'line'> = {
    ...BASE,
    plugins: { legend: legendOf(color) },
    scales: {
      x: {
        ticks: { color: color.text, maxTicksLimit: 8, autoSkipPadding: 24, maxRotation: 0 },
        grid: { color: 'transparent' },
      },
      ...axesOf(color),
    },
  };
  return (
    <div style={{ height: CHART_HEIGHT }}>
      <Line data={data} options={options} role="img" aria-label={`${texts.temperatura}, ${texts.humedad}`} />
    </div>
  );
}
