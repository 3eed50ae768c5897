import { COUNTER_RULE, type CounterPoint, judgeCounter } from '@acequia/contracts';
import fc from 'fast-check';
import { consumptionBetween, consumptionByDay, type CounterSpan } from './consumption.js';
import { chooseStep, isCalendar } from '../series/step.js';

const HORA = 3_600_000;
const DIA = 24 * HORA;
const LIMITS = [0, DIA, 2 * DIA, 3 * DIA];

/** A quarter of an hour that begins at `ts`, with a sample at its beginning and one five minutes later, or with these samples. */
const span = (ts: number, first: number, ultima = first, puntos: CounterSpan['puntos'] = null): CounterSpan => ({
  ts,
  first,
  primera_ts: ts,
  ultima,
  ultima_ts: ts + 300_000,
  mayor: Math.max(first, ultima),
  puntos,
  n: puntos?.length ?? 2,
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

  it('takes a counter that fell and stays low for one that began anew, never for negative consumption', () => {
    const anew = [0, 1, 2, 3].map((i) => [i * 60_000, i === 0 ? 60 : i * 5] as const);
    const dias = consumptionByDay(LIMITS, [span(0, 5_000), span(HORA, 30, 40), span(DIA + HORA, 60, 15, anew)]);
    expect(dias[0]).toEqual({ consumo: 40 + 19, reinicio: true, lectura_omitida: false });
    expect(dias[1]).toEqual({ consumo: 1 + 15, reinicio: true, lectura_omitida: false });
  });

  it('leaves out a value that is low once, on the day of that value', () => {
    const glitch = [0, 1, 2].map((i) => [i * 60_000, i === 1 ? 0 : 5_010 + i] as const);
    const [first, second] = consumptionByDay(LIMITS, [span(HORA, 5_000), span(DIA + HORA, 5_010, 5_012, glitch)]);
    expect([first?.lectura_omitida, second]).toEqual([
      false,
      { consumo: expect.any(Number), reinicio: false, lectura_omitida: true },
    ]);
    expect((first?.consumo ?? 0) + (second?.consumo ?? 0)).toBe(12);
  });

  it('judges by the ends of a quarter whose samples an older version changed', () => {
    const stale = { ...span(HORA, 5_000, 5_020, [[0, 5_000]]), n: 30 };
    expect(consumptions([stale])).toEqual([20, null, null]);
  });

  it('goes back a day for a value before a glitch over midnight', () => {
    const spans = [
      { ...span(DIA - HORA, 100), ultima_ts: DIA - 60_000 },
      span(DIA, 0, 104, [
        [0, 0],
        [60_000, 104],
      ]),
    ];
    expect(consumptions(spans)).toEqual([2, 2, null]);
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

/** The quarters of samples, as the roll-ups of meters and of points store them. */
const quartersOf = (samples: readonly CounterPoint[], of: 'meter' | 'point'): CounterSpan[] =>
  [...new Set(samples.map(({ ts }) => Math.floor(ts / 900_000) * 900_000))].map((ts) => {
    const own = samples.filter((one) => one.ts >= ts && one.ts < ts + 900_000);
    const values = own.map(({ value }) => value);
    const mayor = Math.max(...values);
    const ends = Math.max(own[0]!.value, own.at(-1)!.value);
    const kept = Math.min(...values) < mayor * (1 - COUNTER_RULE.share) || (of === 'meter' && mayor > ends);
    return {
      ts,
      n: own.length,
      first: own[0]!.value,
      primera_ts: own[0]!.ts,
      ultima: own.at(-1)!.value,
      ultima_ts: own.at(-1)!.ts,
      mayor: of === 'meter' ? ends : mayor,
      puntos: kept ? own.map((one) => [one.ts - ts, one.value] as const) : null,
    };
  });

it.each(['meter', 'point'] as const)('says the same by its quarters as by its samples (%s)', (of) => {
  const event = fc.oneof(
    { weight: 6, arbitrary: fc.constant('') },
    { weight: 5, arbitrary: fc.constantFrom('zero', 'high', 'anew', 'gap', 'dip') },
  );
  const series = fc.tuple(
    fc.constantFrom(30_000, 120_000, 700_000),
    fc.array(fc.tuple(fc.nat(40), event), { minLength: 3, maxLength: 120 }),
  );
  const FACTOR: Record<string, number> = { zero: 0, high: 9, dip: 0.95 };
  fc.assert(
    fc.property(series, ([step, list]) => {
      let [ts, counter] = [0, 1_000];
      // Its end shows the level that the quarters have kept: a rise after it would hide what they lost.
      const samples = [...list, [0, 'dip'] as const].map(([rise, what]) => {
        ts += what === 'gap' ? 20 * step : step;
        counter = what === 'anew' ? rise : counter + rise;
        return { ts, value: Math.floor(counter * (FACTOR[what] ?? 1)) };
      });
      const limits = Array.from({ length: Math.ceil(ts / DIA) + 2 }, (_, d) => d * DIA);
      const days = consumptionByDay(limits, quartersOf(samples, of));
      const counted = judgeCounter(samples).reduce((sum, { rise }) => sum + rise, 0);
      expect(days.reduce((sum, { consumo }) => sum + (consumo ?? 0), 0)).toBe(counted);
    }),
    { numRuns: 300 },
  );
});

describe('what a counter says of a turn', () => {
  const MINUTE = 60_000;
  const samples = (values: number[]) => values.map((value, i) => ({ ts: i * MINUTE, value }));

  it.each<[string, number[], number | null]>([
    ['is the part of each rise that falls into it', [0, 10, 30, 40], 30],
    ['leaves out a 0 at its beginning', [100, 0, 120, 130], 20],
    ['is unknown where the counter began anew', [100, 0, 1, 2, 3], null],
    ['is unknown while a fall is undecided', [100, 110, 0], null],
    ['is unknown without a sample before it', [], null],
  ])('%s', (_what, values, expected) => {
    expect(consumptionBetween(samples(values), MINUTE / 2, 2.5 * MINUTE)).toBe(expected);
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
