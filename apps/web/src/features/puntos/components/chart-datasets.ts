import { magnitudOf, type Punto, type SeriePunto } from '@acequia/contracts';
import { LINE, type Dataset } from '../../../components/chart/chart.js';
import { longestBridge } from '../../../lib/time/gaps.js';
import type { Limit } from '../lib/limits.js';

type Step = SeriePunto['puntos'][number];

/** Another point on the same time axis. */
export interface Beside {
  punto: Punto;
  serie: SeriePunto;
}

const LIMIT_DASH = [5, 4];
/** Of the points beside the one of the page, in turn: two of one magnitude have one colour. */
export const BESIDE_DASHES = [
  [8, 3],
  [2, 3],
  [8, 3, 2, 3],
] as const;
/** Of what was measured before, beside what is asked for. */
const FAINT = '80';
/** Dots of the north lie on the edge. */
const CLIP = 8;

/** The number that is drawn of a step: what a counter grew, or its mean. */
export const drawnOf = ({ magnitud }: SeriePunto, { media, suma }: Step): number | null =>
  magnitudOf(magnitud).clase === 'contador' ? suma : media;

/** The steps of which something is known, and the middles of their times. */
export function knownOf(serie: SeriePunto): { known: Step[]; times: number[] } {
  const known = serie.puntos.filter((one) => drawnOf(serie, one) !== null);
  const middle = ((serie.paso_s ?? 0) * 1_000) / 2;
  return { known, times: known.map(({ ts }) => ts + middle) };
}

/** A share of time is drawn as percent. */
export const shareOf = ({ magnitud }: SeriePunto): number => (magnitudOf(magnitud).clase === 'estado' ? 100 : 1);

const pointsOf = (serie: SeriePunto, which: keyof Omit<Step, 'ts'>) => {
  const { known, times } = knownOf(serie);
  return known.map((one, i) => ({ x: times[i]!, y: one[which] === null ? null : one[which] * shareOf(serie) }));
};

/** A series as bars of a counter's growth, a line with its band of least and greatest, or dots of a direction. */
export function datasetsOf(serie: SeriePunto, ink: string, now: { x: number; y: number }[]): Dataset[] {
  const { clase } = magnitudOf(serie.magnitud);
  if (clase === 'contador')
    return [{ type: 'bar', data: pointsOf(serie, 'suma'), backgroundColor: ink, borderRadius: 2, maxBarThickness: 40 }];
  const { known, times } = knownOf(serie);
  const spanGaps = longestBridge(times);
  const edge = { borderWidth: 0, pointRadius: 0, pointHitRadius: 0, tension: LINE.tension, spanGaps };
  const line: Dataset = {
    type: 'line',
    data: [...pointsOf(serie, 'media'), ...now],
    borderColor: ink,
    backgroundColor: ink,
    ...LINE,
    // A share of time is what it is until it changes.
    ...(clase === 'estado' && { stepped: serie.paso_s === null }),
    ...(clase === 'direccion' && { pointRadius: 2 }),
    ...(known.length < 2 && { pointRadius: 3 }),
    spanGaps,
    showLine: clase !== 'direccion',
    clip: CLIP,
  };
  if (clase !== 'instantanea') return [line];
  const [greatest, least] = [pointsOf(serie, 'maximo'), pointsOf(serie, 'minimo')];
  return [
    line,
    { type: 'line', ...edge, data: [...greatest, ...now], backgroundColor: `${ink}26`, fill: '+1' },
    { type: 'line', ...edge, data: [...least, ...now] },
  ];
}

/** The same of the time before, faint, without its band. */
export function datasetOfBefore(before: SeriePunto, ink: string): Dataset {
  const [drawn] = datasetsOf(before, `${ink}${FAINT}`, []);
  return { ...drawn!, ...(drawn!.type === 'line' && { borderWidth: 1.5, pointHitRadius: 0 }) } as Dataset;
}

/** Another point, at the axis of its unit. */
export function datasetOfBeside({ serie }: Beside, ink: string, which: number, left: string): Dataset {
  const [drawn] = datasetsOf(serie, ink, []);
  return {
    ...drawn!,
    yAxisID: serie.unidad === left ? 'y' : 'y2',
    ...(drawn!.type === 'line'
      ? { borderDash: [...BESIDE_DASHES[which % BESIDE_DASHES.length]!], pointHitRadius: 0 }
      : { backgroundColor: `${ink}${FAINT}` }),
  } as Dataset;
}

/** A limit across a span. */
export const limitLine = (
  limit: Limit,
  { desde, hasta }: { desde: number; hasta: number },
  color: string,
): Dataset => ({
  type: 'line',
  data: [desde, hasta].map((x) => ({ x, y: limit.valor })),
  borderColor: color,
  borderWidth: 1.5,
  borderDash: LIMIT_DASH,
  pointRadius: 0,
  pointHitRadius: 0,
});
