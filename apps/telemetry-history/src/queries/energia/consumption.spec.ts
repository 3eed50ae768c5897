import fc from 'fast-check';
import { consumptionByDay, type CounterSpan } from './consumption.js';
import { chooseStep, isCalendar } from '../series/step.js';

const HORA = 3_600_000;
const DIA = 24 * HORA;
const LIMITS = [0, DIA, 2 * DIA, 3 * DIA];

/** A quarter of an hour that begins at `ts`, with a sample at its beginning and one five minutes later. */
const span = (ts: number, first: number, ultima = first, reinicios = 0): CounterSpan => ({
  first,
  primera_ts: ts,
  ultima,
  ultima_ts: ts + 300_000,
  interna: ultima - first,
  reinicios,
});
const consumptions = (spans: CounterSpan[]): (number | null)[] =>
  consumptionByDay(LIMITS, spans).map(({ consumo }) => consumo);

describe('what a counter says of days', () => {
  it('is what it rose, within and between quarters', () => {
    expect(consumptions([span(0, 100, 130), span(HORA, 150, 160)])).toEqual([60, null, null]);
  });

  it('is unknown, not 0, where nobody measured, and 0 where the counter stood still', () => {
    expect(consumptions([span(DIA + HORA, 70)])).toEqual([null, 0, null]);
    expect(consumptions([])).toEqual([null, null, null]);
  });

  it('is shared out evenly over a gap that crosses midnight', () => {
    const antes = { ...span(DIA - 3 * HORA, 0), ultima_ts: DIA - 3 * HORA };
    expect(consumptions([antes, span(DIA + HORA, 400)])).toEqual([300, 100, null]);
  });

  it('takes a counter that fell for one that restarted, never for negative consumption', () => {
    const dias = consumptionByDay(LIMITS, [span(0, 5_000), span(HORA, 30, 40), span(DIA + HORA, 40, 60, 1)]);
    expect(dias[0]).toEqual({ consumo: 40, reinicio: true });
    expect(dias[1]).toEqual({ consumo: 20, reinicio: true });
  });

  it('counts only what belongs to the days asked for', () => {
    const antes = { ...span(-2 * HORA, 0), ultima_ts: -HORA };
    const despues = span(3 * DIA + HORA, 1_000);
    expect(consumptions([antes, span(HORA, 200)])).toEqual([100, null, null]);
    const ultimo = { ...span(3 * DIA - 2 * HORA, 0), ultima_ts: 3 * DIA - HORA };
    expect(consumptions([ultimo, despues])).toEqual([null, null, 500]);
  });

  it('adds up to what the counter rose in all, whatever the gaps', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), fc.nat(100_000)), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(steps, (list) => {
        const spans: CounterSpan[] = [];
        let [ts, counter] = [0, 0];
        for (const [quarters, rises] of list) {
          spans.push(span(ts, counter));
          ts += quarters * 900_000;
          counter += rises;
        }
        const dias = consumptionByDay(
          Array.from({ length: Math.ceil(ts / DIA) + 2 }, (_, d) => d * DIA),
          spans,
        );
        const total = dias.reduce((suma, { consumo }) => suma + (consumo ?? 0), 0);
        expect(total).toBe(spans.at(-1)!.first);
        expect(dias.every(({ consumo }) => consumo === null || consumo >= 0)).toBe(true);
      }),
    );
  });
});

describe('the step of a series', () => {
  it.each([
    ['a day of a sample every 30 s in 500 points', DIA / 1_000, 500, 2_880, { de: 'muestras', paso_s: 300 }],
    ['three hours of a sample every 10 s', 10_800, 300, 1_080, { de: 'muestras', paso_s: 60 }],
    ['a slow meter, whose quarters are the finest that hold several', 10_800, 20, 40, { de: 'tramos', paso_s: 900 }],
    ['a week', 604_800, 500, null, { de: 'tramos', paso_s: 1_800 }],
    ['thirty days', 2_592_000, 300, null, { de: 'tramos', paso_s: 10_800 }],
    ['a year', 31_536_000, 500, null, { de: 'tramos', paso_s: 86_400 }],
    ['ten years on a phone', 315_360_000, 100, null, { de: 'tramos', paso_s: 37 * 86_400 }],
  ])('for %s', (_what, range, ancho, muestras, expected) => {
    expect(chooseStep(range, ancho, muestras)).toEqual(expected);
  });

  it('never makes more points than there is room for', () => {
    const entries = fc.tuple(
      fc.integer({ min: 1, max: 4e8 }),
      fc.integer({ min: 3, max: 500 }),
      fc.option(fc.nat(20_000)),
    );
    fc.assert(
      fc.property(entries, ([range, ancho, muestras]) => {
        const { paso_s } = chooseStep(range, ancho, muestras);
        expect(Math.ceil(range / paso_s) + 1).toBeLessThanOrEqual(ancho);
      }),
    );
    expect([isCalendar(3_600), isCalendar(7_200)]).toEqual([false, true]);
  });
});
