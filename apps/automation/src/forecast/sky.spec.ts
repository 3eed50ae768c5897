import { calmStart, coldestOf, rainOf, type Sky, type SkyHour, windiestOf } from './sky.js';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 4, 10, 12);
const at = (hours: number): number => NOON + hours * HOUR;
/** From one hour after noon, an hour each. */
const sky = (...horas: Partial<SkyHour>[]): Sky => ({
  ts: NOON,
  horas: horas.map((hora, index) => ({ ts: at(index + 1), mm: 0, celsius: 20, kmh: 5, ...hora })),
});

describe('what a forecast says', () => {
  it('is the rain of the hours that end in the time asked about, and of no other', () => {
    const rain = sky({ mm: 1 }, { mm: 2.5 }, { mm: 40 });
    expect(rainOf(rain, NOON, 2)).toBe(3.5);
    expect(rainOf(rain, at(1), 1)).toBe(2.5);
  });

  it('is unknown, and not dry, where an hour is missing or has no value', () => {
    expect(rainOf(sky({ mm: 1 }, { mm: null }), NOON, 2)).toBeNull();
    expect(rainOf(sky({ mm: 1 }), NOON, 2)).toBeNull();
    expect(rainOf(sky(), NOON, 1)).toBeNull();
  });

  it('is the coldest until then, unknown with a gap', () => {
    const night = sky({ celsius: 3 }, { celsius: -2 }, { celsius: -9 });
    expect(coldestOf(night, NOON, at(2))).toBe(-2);
    expect(coldestOf(sky({ celsius: 3 }, { celsius: null }), NOON, at(2))).toBeNull();
  });

  it('is the strongest wind of the hours in which the time begins and ends too', () => {
    const wind = sky({ kmh: 30 }, { kmh: 4 }, { kmh: 25 }, { kmh: 50 });
    expect(windiestOf(wind, at(1.5), at(2.5))).toBe(30);
    expect(windiestOf(wind, at(2), at(2.5))).toBe(25);
    expect(windiestOf(sky({ kmh: 30 }, { kmh: null }, {}), at(1.5), at(2.5))).toBeNull();
  });
});

describe('a beginning without wind', () => {
  const wind = sky({ kmh: 30 }, { kmh: 30 }, { kmh: 5 }, { kmh: 5 }, { kmh: 5 });
  const asked = { from: NOON, span: HOUR, latest: at(4), now: NOON };

  it('is the first half hour of which all of the turn is calm, at the limit too', () => {
    expect(calmStart(wind, 20, asked)).toBe(at(3));
    expect(calmStart(wind, 5, asked)).toBe(at(3));
  });

  it('is not in the past', () => {
    expect(calmStart(wind, 20, { ...asked, now: at(3) })).toBe(at(3.5));
  });

  it('is none after the latest one, nor where the forecast has ended', () => {
    expect(calmStart(wind, 20, { ...asked, latest: at(2.5) })).toBeNull();
    expect(calmStart(wind, 4, { ...asked, latest: at(20) })).toBeNull();
  });
});
