import { type MagnitudClave, magnitudOf, type SeriePunto } from '@acequia/contracts';
import { Chart, type Axis } from '../../../components/chart/chart.js';
import { useCanvasColors } from '../../../lib/canvas-colors.js';
import { inkOf } from '../../../lib/magnitude-ink.js';
import { dateTimeOf } from '../../../lib/format/format.js';
import { arrows } from '../lib/arrows.js';
import { counterpart } from '../lib/before.js';
import type { Span } from '../lib/days.js';
import type { Limit } from '../lib/limits.js';
import { inWords } from '../../../entities/punto/value.js';
import { texts } from '../textos.js';
import {
  type Beside,
  datasetOfBefore,
  datasetOfBeside,
  datasetsOf,
  drawnOf,
  knownOf,
  limitLine,
  shareOf,
} from './chart-datasets.js';

const QUARTER_TURN = 90;
/** Samples this near are compared, ms. */
const NEAR_MS = 600_000;

interface Props {
  serie: SeriePunto;
  /** The same of the time before, moved onto the span; null = not compared. */
  before: SeriePunto | null;
  /** The requested range: the axis covers all of it, even where there is no data. */
  span: Span;
  /** The last value, newer than the series. */
  live: { ts: number; valor: number } | null;
  limits: readonly Limit[];
  /** Other points of the place; of two units at most. */
  besides: readonly Beside[];
}

/** How an axis shows a magnitude. */
const axisOf = (magnitud: MagnitudClave): Axis => {
  const { clase, eje, nombre, unidad } = magnitudOf(magnitud);
  switch (clase) {
    case 'contador':
      return { title: unidad || nombre, beginAtZero: true, suggestedMax: eje };
    case 'estado':
      return { title: '%', min: 0, max: 100 };
    case 'direccion':
      return {
        title: '',
        min: 0,
        max: 360,
        step: QUARTER_TURN,
        tick: (value) => texts.history.winds[(value / QUARTER_TURN) % 4] ?? '',
      };
    case 'instantanea':
      return { title: unidad || nombre, grace: '5%', least: eje };
  }
};

/** What a point measured: bars of a counter's growth, a line with its band of least and greatest, or arrows of a direction. */
export default function PuntoChart({ serie, before, span, live, limits, besides }: Props) {
  const { magnitud, unidad, zona_horaria: timeZone } = serie;
  const [ink = '', text = '', harm = '', ...inks] = useCanvasColors([
    inkOf(magnitud),
    'fg.muted',
    'teja.solid',
    ...besides.map((one) => inkOf(one.serie.magnitud)),
  ]);
  const { clase, nombre } = magnitudOf(magnitud);
  const step = (serie.paso_s ?? 0) * 1_000;
  const { known, times } = knownOf(serie);
  // A mean of hours does not lead to the value of now.
  const isLive = live !== null && clase === 'instantanea' && step === 0 && live.ts > (times.at(-1) ?? 0);
  const desde = Math.min(span.desde, serie.puntos[0]?.ts ?? span.desde);
  const hasta = Math.max(span.hasta, isLive ? live.ts : 0);
  const datasets = [
    ...datasetsOf(serie, ink, isLive ? [{ x: live.ts, y: live.valor }] : []),
    ...(before ? [datasetOfBefore(before, ink)] : []),
    ...besides.map((one, i) => datasetOfBeside(one, inks[i] ?? text, i, unidad)),
    ...limits.map((limit) => limitLine(limit, { desde, hasta }, limit.harmless ? text : harm)),
  ];
  const said = (value: number | null): string =>
    clase === 'estado' ? texts.history.share((value ?? 0) * shareOf(serie)) : inWords(magnitud, value);
  const ofPoint = (i: number): string => {
    const one = known[i];
    if (!one) return inWords(magnitud, live?.valor ?? null);
    const { minimo, maximo } = one;
    const mean = said(drawnOf(serie, one));
    return clase !== 'instantanea' || minimo === null || minimo === maximo
      ? mean
      : texts.history.band(mean, inWords(magnitud, minimo), inWords(magnitud, maximo));
  };
  const valueNear = (other: SeriePunto, i: number): number | null => {
    const one = known[i];
    const near = Math.max(step, (other.paso_s ?? 0) * 1_000) / 2 || NEAR_MS;
    const there = one ? counterpart(other, one.ts, near) : null;
    return there && drawnOf(other, there);
  };
  const ofBeside = (i: number): string[] =>
    besides.flatMap(({ punto, serie: other }) => {
      const value = valueNear(other, i);
      return value === null ? [] : [`${punto.nombre}: ${inWords(other.magnitud, value)}`];
    });
  const ofBefore = (i: number): string[] => {
    const value = before && valueNear(before, i);
    return value === null ? [] : [texts.history.then(said(value))];
  };
  const right = besides.find(({ serie: other }) => other.unidad !== unidad)?.serie.magnitud;
  return (
    <Chart
      label={nombre}
      datasets={datasets}
      time={{ desde, hasta, timeZone }}
      axes={{ y: axisOf(magnitud), ...(right && { y2: { ...axisOf(right), right: true } }) }}
      tooltip={{
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
          label: ({ dataIndex }) => [ofPoint(dataIndex), ...ofBefore(dataIndex), ...ofBeside(dataIndex)],
        },
      }}
      plugins={clase === 'direccion' ? [arrows] : []}
    />
  );
}
