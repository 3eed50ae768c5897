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
import { useCanvasColors } from '../../../lib/canvas-colors.js';
import { fechaHora } from '../../../lib/format.js';
import { textos } from '../textos.js';

Chart.register(CategoryScale, LinearScale, LineElement, PointElement, Legend, Tooltip);

/** Spec section 9: chart height and lines. */
const ALTO = 280;
const LINEA = { tension: 0.3, borderWidth: 2, pointRadius: 1 } as const;

const TOKENS = ['grafica.temperatura', 'grafica.humedad', 'fg.muted', 'border'] as const;

/** Temperature on the left axis, humidity on the right. A gap in the data stays a gap. */
export default function GraficaSensores({ puntos }: { puntos: readonly PuntoHistorial[] }) {
  const [temperatura, humedad, texto, rejilla] = useCanvasColors(TOKENS);
  const color = { temperatura, humedad, texto, rejilla } as Record<
    'temperatura' | 'humedad' | 'texto' | 'rejilla',
    string
  >;
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
        borderDash: [6, 3],
      },
    ],
  };
  const axis = (texto: string, position: 'left' | 'right', tint: string) => ({
    position,
    title: { display: true, text: texto, color: tint },
    ticks: { color: color.texto },
    grid: { color: position === 'left' ? color.rejilla : 'transparent' },
  });
  const options: ChartOptions<'line'> = {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    interaction: { mode: 'index', intersect: false },
    plugins: { legend: { position: 'top', labels: { color: color.texto, usePointStyle: false, boxHeight: 2 } } },
    scales: {
      x: {
        ticks: { color: color.texto, maxTicksLimit: 8, autoSkipPadding: 24, maxRotation: 0 },
        grid: { color: 'transparent' },
      },
      y: axis('°C', 'left', color.temperatura),
      y1: axis('%', 'right', color.humedad),
    },
  };
  return (
    <div style={{ height: ALTO }}>
      <Line data={data} options={options} role="img" aria-label={`${textos.temperatura}, ${textos.humedad}`} />
    </div>
  );
}
