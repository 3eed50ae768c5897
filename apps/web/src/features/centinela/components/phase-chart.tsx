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
import { fechaHora } from '../../../lib/format/format.js';
import { textos } from '../textos.js';

Chart.register(CategoryScale, LinearScale, LineElement, PointElement, Legend, Tooltip);

export type Magnitud = keyof typeof textos.filas;
const FASES = ['a', 'b', 'c'] as const;
const TRAZOS = { a: [], b: [7, 3], c: [2, 3] };
const TOKENS = ['grafica.fase_a', 'grafica.fase_b', 'grafica.fase_c', 'fg.muted', 'border'] as const;

/** Three lines, one a phase; where nobody measured there is no line. */
export default function GraficaFases({ serie, magnitud }: { serie: SerieEnergia; magnitud: Magnitud }) {
  const colores = useCanvasColors(TOKENS);
  const [, , , texto = '', rejilla = ''] = colores;
  const data = {
    labels: serie.ts.map((ts) => fechaHora(ts)),
    datasets: FASES.map((fase, indice) => ({
      label: textos.fase(fase),
      data: serie.series[`${magnitud}_${fase}`].prom,
      borderColor: colores[indice] ?? texto,
      backgroundColor: colores[indice] ?? texto,
      borderDash: TRAZOS[fase],
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
    plugins: { legend: { position: 'top', labels: { color: texto, boxHeight: 2 } } },
    scales: {
      x: {
        ticks: { color: texto, maxTicksLimit: 8, autoSkipPadding: 24, maxRotation: 0 },
        grid: { color: 'transparent' },
      },
      y: {
        title: { display: true, text: textos.filas[magnitud], color: texto },
        ticks: { color: texto },
        grid: { color: rejilla },
      },
    },
  };
  return (
    <div style={{ height: 280 }}>
      <Line data={data} options={options} role="img" aria-label={`${textos.historia}: ${textos.filas[magnitud]}`} />
    </div>
  );
}
