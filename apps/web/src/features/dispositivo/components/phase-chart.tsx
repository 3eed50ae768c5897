import type { Metricas, SerieEnergia } from '@acequia/contracts';
import { Chart, Legend, LinearScale, LineElement, PointElement, Tooltip, type ChartOptions } from 'chart.js';
import { Line } from 'react-chartjs-2';
import { useCanvasColors } from '../../../lib/canvas-colors.js';
import { dateTimeOf } from '../../../lib/format/format.js';
import { atLeast } from '../../../lib/least-span.js';
import { longestBridge } from '../../../lib/time/gaps.js';
import { scrollsThePage, timeAxis } from '../../../lib/time/time-axis.js';
import type { Span } from '../api/centinela.js';
import { texts } from '../textos.js';

Chart.register(LinearScale, LineElement, PointElement, Legend, Tooltip);

export type Quantity = keyof typeof texts.rows;
const PHASES = ['a', 'b', 'c'] as const;
/** The least that the axis spans: a volt more is no mountain. */
const LEAST: Readonly<Record<Quantity, number>> = {
  voltaje: 10,
  corriente: 1,
  potencia_activa: 100,
  potencia_aparente: 100,
  factor_potencia: 0.2,
};
const DASHES = { a: [], b: [7, 3], c: [2, 3] };
const TOKENS = ['chart.fase_a', 'chart.fase_b', 'chart.fase_c', 'fg.muted', 'border'] as const;

interface Props {
  serie: SerieEnergia;
  /** The requested range: the axis covers all of it, even where there is no data. */
  frame: Span;
  quantity: Quantity;
  /** The meter's current values. */
  live: Metricas | undefined;
}

/** Three lines, one per phase, with gaps where there is no data. */
export default function PhaseChart({ serie, frame, quantity, live }: Props) {
  const colors = useCanvasColors(TOKENS);
  const [, , , text = '', gridColor = ''] = colors;
  const { zona_horaria: timeZone } = serie;
  // A point that averages an interval is drawn in the middle of the interval.
  const middle = (serie.paso_s ?? 0) * 500;
  const known = serie.ts.flatMap((ts, i) => (serie.n[i] === 0 ? [] : [{ i, x: ts + middle }]));
  const now = live?.fecha ? Date.parse(live.fecha) : NaN;
  const isLive = now > (known.at(-1)?.x ?? 0) && now >= frame.desde;
  const bridge = longestBridge(known.map(({ x }) => x));
  const pointsOf = (phase: (typeof PHASES)[number]) => {
    const { prom } = serie.series[`${quantity}_${phase}`];
    return [
      ...known.map(({ i, x }) => ({ x, y: prom[i] ?? null })),
      ...(isLive ? [{ x: now, y: live?.[`${quantity}_${phase}`] ?? null }] : []),
    ];
  };
  const data = {
    datasets: PHASES.map((phase, index) => ({
      label: texts.phase(phase),
      data: pointsOf(phase),
      borderColor: colors[index] ?? text,
      backgroundColor: colors[index] ?? text,
      borderDash: DASHES[phase],
      borderWidth: 1.8,
      pointRadius: ({ dataIndex }: { dataIndex: number }) => (isLive && dataIndex === known.length ? 3 : 0),
      pointHitRadius: 8,
      spanGaps: bridge,
    })),
  };
  const options: ChartOptions<'line'> = {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    interaction: { mode: 'index', intersect: false },
    plugins: {
      legend: { position: 'top', labels: { color: text, boxHeight: 2 } },
      tooltip: { callbacks: { title: ([point]) => (point ? dateTimeOf(point.parsed.x, timeZone) : '') } },
    },
    scales: {
      x: timeAxis({ desde: frame.desde, hasta: Math.max(frame.hasta, isLive ? now : 0), timeZone, color: text }),
      y: {
        title: { display: true, text: texts.rows[quantity], color: text },
        ticks: { color: text },
        grid: { color: gridColor },
        ...atLeast(LEAST[quantity]),
      },
    },
  };
  return (
    <div style={{ height: 280 }}>
      <Line
        data={data}
        options={options}
        plugins={[scrollsThePage]}
        role="img"
        aria-label={`${texts.history}: ${texts.rows[quantity]}`}
      />
    </div>
  );
}
