import { extremesOf, lastNight } from './night.js';

const at = (iso: string): number => Date.parse(iso);
const ZONA = 'America/Hermosillo';

describe('last night', () => {
  it('is from eight in the evening to eight in the morning, by the clocks of the company', () => {
    expect(lastNight(at('2026-11-22T19:00:00Z'), ZONA)).toEqual({
      desde: at('2026-11-22T03:00:00Z'),
      hasta: at('2026-11-22T15:00:00Z'),
    });
  });

  it('is as much of it as there has been, before eight in the morning', () => {
    const now = at('2026-11-22T12:00:00Z');
    expect(lastNight(now, ZONA)).toEqual({ desde: at('2026-11-22T03:00:00Z'), hasta: now });
  });
});

describe('the least and the most of a quantity', () => {
  it('come with when they were, in the middle of the stretch they stand for', () => {
    const serie = { ts: [0, 60_000, 120_000], paso_s: 60 };
    expect(extremesOf(serie, { min: [12, null, 9.5], max: [13, null, 11] })).toEqual({
      min: { value: 9.5, ts: 150_000 },
      max: { value: 13, ts: 30_000 },
    });
  });

  it('are not known where nobody measured', () => {
    expect(extremesOf({ ts: [0], paso_s: 60 }, { min: [null], max: [null] })).toBeNull();
  });
});
