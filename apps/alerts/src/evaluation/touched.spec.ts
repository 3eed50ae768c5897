import { Touched } from './touched.js';

const T = 1_795_500_000_000;

describe('what news touched', () => {
  it('is evaluated at once in a quiet company, and once a second in a busy one', () => {
    const touched = new Touched();
    const taken: [number, string[]][] = [];
    for (let now = T; now < T + 3_000; now += 200) {
      touched.note(1, ['switch:1', `switch:${(now - T) / 200}`], false);
      for (const [empresa_id, objects] of touched.take(now)) {
        expect(empresa_id).toBe(1);
        taken.push([now - T, objects]);
      }
    }
    expect(taken.map(([at]) => at)).toEqual([0, 1_000, 2_000]);
    expect(taken[1]?.[1].sort()).toEqual(['switch:1', 'switch:2', 'switch:3', 'switch:4', 'switch:5']);
  });

  it('does not wait where a connection is lost, and takes along what waited', () => {
    const touched = new Touched();
    touched.note(1, ['switch:1'], false);
    expect(touched.take(T)).toHaveLength(1);
    touched.note(1, ['switch:1'], false);
    expect(touched.take(T + 200)).toEqual([]);
    touched.note(1, ['placa:7'], true);
    expect(touched.take(T + 400)).toEqual([[1, ['switch:1', 'placa:7']]]);
    expect(touched.take(T + 600)).toEqual([]);
  });

  it('in one company is evaluated without waiting for another', () => {
    const touched = new Touched();
    touched.note(1, ['switch:1'], false);
    touched.take(T);
    touched.note(1, ['switch:1'], false);
    touched.note(2, ['switch:2'], false);
    expect(touched.take(T + 200)).toEqual([[2, ['switch:2']]]);
    touched.drop(1);
    expect(touched.take(T + 2_000)).toEqual([]);
  });
});
