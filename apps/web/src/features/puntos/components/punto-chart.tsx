import { leastSpan, magnitudOf, type SeriePunto } from '@acequia/contracts';
import {
  BarController,
  BarElement,
  Chart as ChartJs,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
  type ChartDataset,
  type ChartOptions,
} from 'chart.js';
import { Chart } from 'react-chartjs-2';
import { useCanvasColors } from '../../../lib/canvas-colors.js';
import { atLeast } from '../../../lib/least-span.js';
import { inkOf } from '../../../lib/magnitude-ink.js';
import { dateTimeOf } from '../../../lib/format/format.js';
import { longestBridge } from '../../../lib/time/gaps.js';
import { scrollsThePage, timeAxis } from '../../../lib/time/time-axis.js';
import type { Span } from '../lib/days.js';
import type { Limit } from '../lib/limits.js';
import { inWords } from '../lib/value.js';
import { texts } from '../textos.js';

ChartJs.register(BarController, BarElement, LineController, LineElement, PointElement, LinearScale, Filler, Tooltip);

export const CHART_HEIGHT = 280;
const QUARTER_TURN = 90;
const LIMIT_DASH = [5, 4];

type Dataset = ChartDataset<'line' | 'bar', { x: number; y: number | null }[]>;

interface Props {
  serie: SeriePunto;
  /** The requested range: the axis covers all of it, even where there is no data. */
  span: Span;
  /** The last value, newer than the series. */
  live: { ts: number; valor: number } | null;
  limits: readonly Limit[];
}

/** What a point measured: bars of a counter's growth, a line with its band of least and greatest, or dots of a direction. */
export default function PuntoChart({ serie, span, live, limits }: Props) {
  const { magnitud, unidad, zona_horaria: timeZone } = serie;
  const [ink = '', text = '', gridColor = '', harm = ''] = useCanvasColors([
    inkOf(magnitud),
    'fg.muted',
    'border',
    'teja.solid',
  ]);
  const { clase, nombre } = magnitudOf(magnitud);
  const step = (serie.paso_s ?? 0) * 1_000;
  const middle = step / 2;
  const share = clase === 'estado' ? 100 : 1;
  const valueOf = ({ media, suma }: SeriePunto['puntos'][number]) => (clase === 'contador' ? suma : media);
  const known = serie.puntos.filter((one) => valueOf(one) !== null);
  const times = known.map(({ ts }) => ts + middle);
  const bridge = longestBridge(times);
  // A mean of hours does not lead to the value of now.
  const isLive = live !== null && clase === 'instantanea' && step === 0 && live.ts > (times.at(-1) ?? 0);
  const now = isLive ? [{ x: live.ts, y: live.valor }] : [];
  const pointsOf = (which: 'media' | 'minimo' | 'maximo' | 'suma') =>
    known.map((one, i) => ({ x: times[i]!, y: one[which] === null ? null : one[which] * share }));
  const desde = Math.min(span.desde, serie.puntos[0]?.ts ?? span.desde);
  const hasta = Math.max(span.hasta, isLive ? live.ts : 0);
  const limitLines = limits.map(({ valor, harmless }): Dataset => ({
    type: 'line',
    data: [desde, hasta].map((x) => ({ x, y: valor })),
    borderColor: harmless ? text : harm,
    borderWidth: 1.5,
    borderDash: LIMIT_DASH,
    pointRadius: 0,
    pointHitRadius: 0,
  }));
  const edge = { borderWidth: 0, pointRadius: 0, pointHitRadius: 0, spanGaps: bridge };
  const datasets: Dataset[] =
    clase === 'contador'
      ? [{ type: 'bar', data: pointsOf('suma'), backgroundColor: ink, borderRadius: 2, maxBarThickness: 40 }]
      : [
          {
            type: 'line',
            data: [...pointsOf('media'), ...now],
            borderColor: ink,
            backgroundColor: ink,
            borderWidth: 2,
            pointRadius: clase === 'direccion' || known.length < 2 ? 2.5 : 0,
            pointHitRadius: 8,
            spanGaps: bridge,
            showLine: clase !== 'direccion',
            // The dots of the north lie on the edge.
            clip: 8,
          },
          ...(clase === 'instantanea'
            ? ([
                {
                  type: 'line',
                  ...edge,
                  data: [...pointsOf('maximo'), ...now],
                  backgroundColor: `${ink}26`,
                  fill: '+1',
                },
                { type: 'line', ...edge, data: [...pointsOf('minimo'), ...now] },
              ] as Dataset[])
            : []),
        ];
  const ofPoint = (i: number): string => {
    const one = known[i];
    if (!one) return inWords(magnitud, live?.valor ?? null);
    const { media, minimo, maximo, suma } = one;
    if (clase === 'contador') return inWords(magnitud, suma);
    if (clase === 'estado') return texts.history.share((media ?? 0) * share);
    const mean = inWords(magnitud, media);
    return minimo === null || minimo === maximo
      ? mean
      : texts.history.band(mean, inWords(magnitud, minimo), inWords(magnitud, maximo));
  };
  const options: ChartOptions<'line' | 'bar'> = {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    interaction: { mode: 'index', intersect: false },
    plugins: {
      tooltip: {
        displayColors: false,
        filter: ({ datasetIndex }) => datasetIndex === 0,
        callbacks: {
          title: ([point]) => {
            const from = known[point?.dataIndex ?? 0]?.ts ?? point?.parsed.x ?? 0;
            const at = dateTimeOf(from, timeZone);
            return step > 0 && known[point?.dataIndex ?? 0]
              ? texts.history.step(at, dateTimeOf(from + step, timeZone))
              : at;
          },
          label: ({ dataIndex }) => ofPoint(dataIndex),
        },
      },
    },
    scales: {
      x: timeAxis({ desde, hasta, timeZone, color: text }),
      y: {
        title: { display: clase !== 'direccion', text: clase === 'estado' ? '%' : unidad || nombre, color: text },
        ticks: {
          color: text,
          ...(clase === 'direccion' && {
            stepSize: QUARTER_TURN,
            callback: (value) => texts.history.winds[(Number(value) / QUARTER_TURN) % 4] ?? '',
          }),
        },
        grid: { color: gridColor },
        ...(clase === 'contador' && { beginAtZero: true }),
        ...(clase === 'estado' && { min: 0, max: 100 }),
        ...(clase === 'direccion' && { min: 0, max: 360 }),
        ...(clase === 'instantanea' && { grace: '5%', ...atLeast(leastSpan(magnitud)) }),
      },
    },
  };
  return (
    <div style={{ height: CHART_HEIGHT }}>
      <Chart
        type={clase === 'contador' ? 'bar' : 'line'}
        data={{ datasets: [...datasets, ...limitLines] }}
        options={options}
        plugins={[scrollsThePage]}
        role="img"
        aria-label={nombre}
      />
    </div>
  );
}
