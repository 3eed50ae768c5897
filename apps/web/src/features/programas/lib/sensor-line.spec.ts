import { sensorLine } from './sensor-line.js';

const window = { from: 0, to: 1_000 };

describe('the line of a sensor under the day', () => {
  it('stands where its time and its value are', () => {
    expect(sensorLine([0, 500, 1_000], [10, 20, 15], window)).toEqual({
      path: 'M0 92L500 8L1000 50',
      least: 10,
      most: 20,
    });
  });

  it('leaves a gap where nobody measured, and a dot for a value alone', () => {
    expect(sensorLine([0, 100, 200, 300], [1, null, 2, null], window)?.path).toBe('M0 92h0.1M200 8h0.1');
  });

  it('is none without a value in the window', () => {
    expect(sensorLine([0, 2_000], [null, 5], window)).toBeNull();
  });
});
