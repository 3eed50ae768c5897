/** What is known of a counter in a stretch of time (a quarter of an hour, a day), in hundredths of Wh. Times in ms. */
export interface CounterSpan {
  first: number;
  primera_ts: number;
  ultima: number;
  ultima_ts: number;
  /** How far it rose between the two. */
  interna: number;
  reinicios: number;
}

/** What a counter says of one day. */
export interface DayConsumption {
  /** Hundredths of Wh; null = nothing is known of this day. */
  consumo: number | null;
  reinicio: boolean;
}

/**
 * Shares what a counter rose out to days. Between two samples it rises evenly; where it fell it began anew at 0. Nothing is lost or
 * counted twice: the days of a stretch add up to what the counter says of it.
 * @param limites beginnings of the days and the end of the last one, ms, ascending
 * @param spans in order of time; none crosses a limit. One before the first limit and one after the last may be among them
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

/** Cuts [desde, hasta] at the limits within it; the parts add up to `total`. Calls back with the beginning of each. */
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
