import { Stillness } from './stillness.js';

describe('the watch over a beat', () => {
  it('ends after so many ticks without one', () => {
    const watch = new Stillness(3);
    expect([1, 1, 1, 1].map((beat) => watch.tick(beat))).toEqual([false, false, false, true]);
  });

  it('counts anew from each beat, so that a slow process lives', () => {
    const watch = new Stillness(3);
    expect([1, 1, 1, 2, 2, 2, 3, 3].some((beat) => watch.tick(beat))).toBe(false);
  });

  it('does not count time in which the process stood still itself: hours between two ticks are one tick', () => {
    const watch = new Stillness(2);
    expect([7, 7, 8].some((beat) => watch.tick(beat))).toBe(false);
  });
});
