import { fitting, panned, reaches, wholeDay, zoomed } from './day-window.js';

const HOUR = 3_600_000;
const day = { from: 0, to: 24 * HOUR };

describe('what of a day is seen', () => {
  it('is the hours in which something runs, never less than six', () => {
    expect(fitting(day, [{ from: 5 * HOUR, to: 6 * HOUR }])).toEqual({ from: 2.5 * HOUR, to: 8.5 * HOUR });
    expect(fitting(day, [{ from: 1 * HOUR, to: 20 * HOUR }])).toEqual({ from: 0, to: 21 * HOUR });
    expect(fitting(day, [])).toEqual(day);
    expect(fitting(day, [{ from: 23 * HOUR, to: 26 * HOUR }]).to).toBe(24 * HOUR);
  });

  it('begins at its midnight for what began the evening before', () => {
    expect(fitting(day, [{ from: -2 * HOUR, to: 2 * HOUR }])).toEqual({ from: 0, to: 6 * HOUR });
  });

  it('comes nearer and goes along, inside the day', () => {
    expect(zoomed(day, day, 0.5)).toEqual({ from: 6 * HOUR, to: 18 * HOUR });
    expect(zoomed(day, { from: 0, to: 2 * HOUR }, 0.5)).toEqual({ from: 0, to: 2 * HOUR });
    expect(panned(day, { from: 6 * HOUR, to: 18 * HOUR }, 1)).toEqual({ from: 12 * HOUR, to: 24 * HOUR });
    expect(panned(day, { from: 0, to: 12 * HOUR }, -1)).toEqual({ from: 0, to: 12 * HOUR });
  });

  it('is a day of 23 hours where the clocks go forward', () => {
    const { from, to } = wholeDay('2026-03-08', 'America/Los_Angeles');
    expect((to - from) / HOUR).toBe(23);
  });
});

it('a day has the turns that begin on it, and those of the day before that reach into it', () => {
  const turn = (from: number, hours: number, real: Partial<{ real_inicio: number; real_segundos: number }> = {}) => ({
    inicio: from * HOUR,
    segundos: hours * 3_600,
    real_inicio: null,
    real_segundos: null,
    ...real,
  });
  const has = (...turns: ReturnType<typeof turn>[]): boolean[] => turns.map((one) => reaches(one, day));
  expect(has(turn(0, 1), turn(23, 2), turn(-2, 4))).toEqual([true, true, true]);
  expect(has(turn(24, 1), turn(-2, 2))).toEqual([false, false]);
  // The board was late, and it runs on for longer.
  expect(has(turn(-2, 2, { real_inicio: -HOUR, real_segundos: 7_200 }))).toEqual([true]);
});
