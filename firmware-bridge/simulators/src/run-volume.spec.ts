import { RunVolume } from './run-volume.js';

const CUBIC_METRE = 1_000_000;
const WRAP = 2 ** 31 * 1_000;
const run = { id: 'a', pin: 4, at: 0, secs: 3_600, late_s: 0, link: 0, vol: 1_000, point: 7 } as const;

describe('the water of a run whose board restarted', () => {
  // The same cases as of the core: esp32/core/host/volume_tests.hpp.
  it.each([
    ['went on', 5 * CUBIC_METRE, 6 * CUBIC_METRE, 6 * CUBIC_METRE, 1_000],
    ['lost its newest pulses', 5 * CUBIC_METRE, 5 * CUBIC_METRE - 30_000, 5 * CUBIC_METRE, 30],
    ['wrapped', WRAP - 100_000, 400_000, 500_000, 600],
    ['had passed its wrap twice in memory', 2 * WRAP + 100_000, 400_000, 500_000, 400],
    ['began anew', 5 * CUBIC_METRE, 0, 500_000, null],
    ['began anew and has reached the volume', 5 * CUBIC_METRE, 0, 1_000_000, null],
  ])('is known where its counter %s', (_name, base, restored, total, litres) => {
    const water = new RunVolume();
    const counter = { step: CUBIC_METRE / 100, wrap: WRAP };
    water.goOn(base, { ...counter, total: restored }, 0);
    expect(water.litres(water.reached(run, { ...counter, total }, 1_000))).toBe(litres);
  });
});
