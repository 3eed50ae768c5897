import { sensorLine } from './sensor-line.js';

const window = { from: 0, to: 1_000 };

describe('the line of a sensor under the day', () => {
  it('stands where its time and its value are', () => {
    expect(sensorLine([0, 500, 1_000], [10, 20, 15], window, 'temperatura')).toEqual({
      path: 'M0 92L500 8L1000 50',
      least: 10,
      most: 20,
      min: 10,
      max: 20,
    });
  });

  it('lies in the middle of five degrees while nothing moves', () => {
    expect(sensorLine([0, 1_000], [20, 20], window, 'temperatura')).toMatchObject({
      path: 'M0 50L1000 50',
      min: 17.5,
      max: 22.5,
    });
  });

  it('leaves a gap where nobody measured, and a dot for a value alone', () => {
    expect(sensorLine([0, 100, 200, 300], [1, null, 6, null], window, 'temperatura')?.path).toBe('M0 92h0.1M200 8h0.1');
  });

  it('is none without a value in the window', () => {
    expect(sensorLine([0, 2_000], [null, 5], window, 'temperatura')).toBeNull();
  });
});
