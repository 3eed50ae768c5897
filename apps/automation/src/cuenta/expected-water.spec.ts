import { judgeWater, type Measured } from './expected-water.js';

const earlier = (...m3: number[]): Measured[] => m3.map((one) => ({ m3: one, seconds: 600 }));
const USUAL = earlier(5.9, 6.1, 6, 6.2, 5.8, 6);
const faultOf = (m3: number, of = USUAL, seconds = 600) => judgeWater({ m3, seconds }, of).fault;

describe('the water of a turn beside the earlier turns of its valve', () => {
  it('is expected by their median, in its own time', () => {
    expect(judgeWater({ m3: 3, seconds: 300 }, USUAL)).toEqual({ expected: 3, fault: null });
  });

  it.each([
    [6.4, null],
    [3.2, null],
    [2.9, 'poca_agua'],
    [0, 'sin_agua'],
    [8.9, null],
    [9.2, 'mucha_agua'],
  ])('of %d m³ where 6 are usual: %s', (m3, fault) => expect(faultOf(m3)).toBe(fault));

  it('is judged only when enough of them are known, but none at all is wrong without them too', () => {
    expect(faultOf(1, USUAL.slice(0, 4))).toBeNull();
    expect(judgeWater({ m3: 0, seconds: 600 }, [])).toEqual({ expected: null, fault: 'sin_agua' });
    expect(faultOf(0, [], 60)).toBeNull();
  });

  it('may differ as much as they do among themselves', () => {
    expect(faultOf(2.5, earlier(3, 6, 9, 4, 8, 5, 7))).toBeNull();
  });

  it('may differ by the step in which its meter counts', () => {
    expect(faultOf(0, earlier(1, 1, 2, 1, 1, 1))).toBeNull();
  });
});
