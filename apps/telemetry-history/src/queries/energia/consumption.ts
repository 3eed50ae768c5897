/** State of a counter over a stretch of time (a quarter of an hour, a day), in hundredths of Wh. Times in ms. */
export interface CounterSpan {
  first: number;
  primera_ts: number;
  ultima: number;
  ultima_ts: number;
  /** Rise between the first and the last value. */
  interna: number;
  reinicios: number;
}

/** Consumption of one day according to a counter. */
export interface DayConsumption {
  /** Hundredths of Wh; null = no data for this day. */
  consumo: number | null;
  reinicio: boolean;
}

/**
 * Distributes a counter's rise over days. Between two samples the rise is linear; after a fall the counter restarted at 0. Nothing
 * is lost or counted twice: the days of a stretch add up to its total.
 * @param limites beginnings of the days and the end of the last one, ms, ascending
 * @param spans in order of time; none crosses a limit. May include one before the first limit and one after the last
 */
export const consumptionByDay = (limites: readonly number[], spans: readonly CounterSpan[]): DayConsumption[] => {
  const dias = Array.from({ length: limites.length - 1 }, (): DayConsumption => ({ consumo: null, reinicio: false }));
  let d = 0;
  const diaDe = (ts: number): DayConsumption | undefined => {
    while (d < dias.length && ts >= limites[d + 1]!) d += 1;
    return ts >= limites[0]! ? dias[d] : undefined;
  };
  const addUp = (dia: DayConsumption | undefined, howMuch: number): void => {
    if (dia) dia.consumo = (dia.consumo ?? 0) + howMuch;
  };
  let previous: CounterSpan | undefined;
  for (const span of spans) {
    if (previous) {
      const salto = span.first - previous.ultima;
      const subio = salto < 0 ? span.first : salto;
      dealOut(limites, previous.ultima_ts, span.primera_ts, subio, (ts, parte) => addUp(diaDe(ts), parte));
      if (salto < 0) mark(diaDe(span.primera_ts));
    }
    const dia = diaDe(span.primera_ts);
    addUp(dia, span.interna);
    if (span.reinicios > 0) mark(dia);
    previous = span;
  }
  return dias;
};

const mark = (dia: DayConsumption | undefined): void => {
  if (dia) dia.reinicio = true;
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
