import { COUNTER_RULE, type CounterPoint, type CounterStep, judgeCounter } from '@acequia/contracts';

/** State of a counter over a quarter of an hour, or a longer time in which it rose evenly, in hundredths of Wh. Times in ms. */
export interface CounterSpan {
  ts: number;
  n: number;
  first: number;
  primera_ts: number;
  ultima: number;
  ultima_ts: number;
  /** Its highest value. */
  mayor: number;
  /** Its samples as {ms since `ts`, value}, where first and last value do not tell what it did; null = they do. */
  puntos: readonly (readonly [number, number])[] | null;
}

/** Consumption of one day according to a counter. */
export interface DayConsumption {
  /** Hundredths of Wh; null = no data for this day. */
  consumo: number | null;
  reinicio: boolean;
  lectura_omitida: boolean;
}

/** During an upgrade a version that does not know them may leave samples that no longer are those of the quarter. */
const pointsOf = ({ ts, n, first, primera_ts, ultima, ultima_ts, mayor, puntos }: CounterSpan): CounterPoint[] => {
  if (puntos?.length === n) return puntos.map(([after, value]) => ({ ts: ts + after, value }));
  // A counter that steps back by less than a glitch counts on from where it had been.
  const between = mayor > first && mayor > ultima ? [{ ts: (primera_ts + ultima_ts) / 2, value: mayor }] : [];
  const beginning = { ts: primera_ts, value: first, n: Math.max(1, n - 1 - between.length) };
  return n > 1 ? [beginning, ...between, { ts: ultima_ts, value: ultima }] : [beginning];
};

/**
 * Distributes what a counter counted over days. Between two samples the rise is linear. Nothing is lost or counted twice: the days
 * of a stretch add up to its total.
 * @param limites beginnings of the days and the end of the last one, ms, ascending
 * @param spans in order of time; none crosses a limit. Those before the first and after the last limit help to judge
 */
export const consumptionByDay = (
  limites: readonly number[],
  spans: readonly CounterSpan[],
  rule = COUNTER_RULE,
): DayConsumption[] => {
  const dias = Array.from({ length: limites.length - 1 }, (): DayConsumption => ({
    consumo: null,
    reinicio: false,
    lectura_omitida: false,
  }));
  let d = 0;
  const diaDe = (ts: number): DayConsumption | undefined => {
    while (d > 0 && ts < limites[d]!) d -= 1;
    while (d < dias.length && ts >= limites[d + 1]!) d += 1;
    return ts >= limites[0]! ? dias[d] : undefined;
  };
  for (const { from, ts, rise, verdict } of judgeCounter(spans.flatMap(pointsOf), rule)) {
    const dia = diaDe(ts);
    if (dia && verdict === 'beginning') dia.reinicio = true;
    if (dia && verdict === 'glitch') dia.lectura_omitida = true;
    if (verdict === 'count' || verdict === 'beginning')
      dealOut(limites, from, ts, rise, (desde, parte) => {
        const of = diaDe(desde);
        if (of) of.consumo = (of.consumo ?? 0) + parte;
      });
  }
  return dias;
};

/** Splits [desde, hasta] at the limits inside; the parts add up to `total`. Calls back with the beginning of each part. */
const dealOut = (
  limites: readonly number[],
  desde: number,
  hasta: number,
  total: number,
  con: (ts: number, parte: number) => void,
): void => {
  let inicio = desde;
  let dado = 0;
  for (const corte of limites) {
    if (corte <= inicio) continue;
    if (corte >= hasta) break;
    const accumulated = Math.floor(total * ((corte - desde) / (hasta - desde)));
    con(inicio, accumulated - dado);
    dado = accumulated;
    inicio = corte;
  }
  con(inicio, total - dado);
};

/** What a counter counted between two instants: `part`; and `whole`, between the values around them, at `from` and `to`. */
interface Grown {
  part: number;
  whole: number;
  from: number;
  to: number;
}

/** null = a value is missing at an end, or it began anew in between. */
export const grownBetween = (
  points: readonly CounterPoint[],
  desde: number,
  hasta: number,
  rule = COUNTER_RULE,
): Grown | null => {
  const counted = judgeCounter(points, rule).filter(({ verdict }) => verdict === 'count' || verdict === 'beginning');
  const first = counted.findLast(({ ts }) => ts <= desde);
  const last = counted.find(({ ts }) => ts >= hasta);
  if (!first || !last) return null;
  const within = counted.filter(({ ts }) => ts > first.ts && ts <= last.ts);
  if (within.some(({ verdict }) => verdict === 'beginning')) return null;
  return {
    part: within.reduce((sum, step) => sum + shareWithin(step, desde, hasta), 0),
    whole: within.reduce((sum, { rise }) => sum + rise, 0),
    from: first.ts,
    to: last.ts,
  };
};

/** What a counter counted in [desde, hasta]; null = a value is missing at an end, or it began anew in between. */
export const consumptionBetween = (points: readonly CounterPoint[], desde: number, hasta: number): number | null =>
  grownBetween(points, desde, hasta)?.part ?? null;

const shareWithin = ({ from, ts, rise }: CounterStep, desde: number, hasta: number): number =>
  ts === from ? rise : (rise * (Math.min(ts, hasta) - Math.max(from, desde))) / (ts - from);
