import type { Metricas, SerieEnergia } from '@acequia/contracts';
import { Chart, LINE, type Dataset } from '../../../components/chart/chart.js';
import { useCanvasColors } from '../../../lib/canvas-colors.js';
import { longestBridge } from '../../../lib/time/gaps.js';
import type { Span } from '../api/centinela.js';
import { texts } from '../textos.js';

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
const TOKENS = ['chart.fase_a', 'chart.fase_b', 'chart.fase_c'] as const;

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
  const datasets = PHASES.map((phase, index): Dataset => ({
    ...LINE,
    label: texts.phase(phase),
    data: pointsOf(phase),
    borderColor: colors[index] ?? '',
    backgroundColor: colors[index] ?? '',
    borderDash: DASHES[phase],
    spanGaps: bridge,
  }));
  return (
    <Chart
      label={`${texts.history}: ${texts.rows[quantity]}`}
      datasets={datasets}
      time={{ desde: frame.desde, hasta: Math.max(frame.hasta, isLive ? now : 0), timeZone: serie.zona_horaria }}
      axes={{ y: { title: texts.rows[quantity], least: LEAST[quantity] } }}
      legend
    />
  );
}
