import type { PuntoHistorial } from '@acequia/contracts';
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
import { fechaHora } from '../../../lib/format/format.js';
import { textos } from '../textos.js';
import { ALTO, BASE, ejes, leyenda, LINEA, TRAZO_HUMEDAD, useColores } from './chart-basics.js';

Chart.register(CategoryScale, LinearScale, LineElement, PointElement, Legend, Tooltip);

/** Temperature on the left axis, humidity on the right. A gap in the data stays a gap. */
export default function GraficaSensores({ puntos }: { puntos: readonly PuntoHistorial[] }) {
  const color = useColores();
  const data = {
    labels: puntos.map((punto) => fechaHora(punto.fecha)),
    datasets: [
      {
        ...LINEA,
        label: textos.temperatura,
        yAxisID: 'y',
        data: puntos.map((p) => p.temperatura),
        borderColor: color.temperatura,
        backgroundColor: color.temperatura,
      },
      {
        ...LINEA,
        label: textos.humedad,
        yAxisID: 'y1',
        data: puntos.map((p) => p.humedad),
        borderColor: color.humedad,
        backgroundColor: color.humedad,
        borderDash: TRAZO_HUMEDAD,
      },
    ],
  };
  const options: ChartOptions<'line'> = {
    ...BASE,
    plugins: { legend: leyenda(color) },
    scales: {
      x: {
        ticks: { color: color.texto, maxTicksLimit: 8, autoSkipPadding: 24, maxRotation: 0 },
        grid: { color: 'transparent' },
      },
      ...ejes(color),
    },
  };
  return (
    <div style={{ height: ALTO }}>
      <Line data={data} options={options} role="img" aria-label={`${textos.temperatura}, ${textos.humedad}`} />
    </div>
  );
}
