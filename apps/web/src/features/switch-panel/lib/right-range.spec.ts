import { rangeOf, rightRanges, verdictOf } from './right-range.js';

type Rule = Parameters<typeof rightRanges>[0][number];
const rule = (cuando: 'arriba' | 'abajo', limits: number[], more: Partial<Rule> = {}): Rule => ({
  activa: 1,
  sensor_switch_id: 1,
  valor: 'temperatura',
  cuando,
  etapas: limits.map((enciende) => ({ enciende })) as Rule['etapas'],
  ...more,
});
const of = (...rules: Rule[]) => rangeOf(rightRanges(rules), [1], 'temperatura');

describe('the range that climate rules keep', () => {
  it('lies between heating and cooling, by their first stages', () => {
    expect(of(rule('abajo', [18, 16]), rule('arriba', [28, 30]))).toEqual({ desde: 18, hasta: 28 });
  });

  it('is open where no rule acts', () => {
    expect(of(rule('arriba', [28]))).toEqual({ desde: null, hasta: 28 });
  });

  it('is nothing by rules that rest, that hold for some hours only, that contradict each other, or of another sensor', () => {
    expect(of(rule('arriba', [28], { activa: 0 }))).toBeUndefined();
    expect(of(rule('arriba', [28], { horario: { desde: '08:00', hasta: '18:00' } }))).toBeUndefined();
    expect(of(rule('arriba', [18]), rule('abajo', [20]))).toBeUndefined();
    expect(of(rule('arriba', [28], { sensor_switch_id: 2 }))).toBeUndefined();
  });

  it.each([
    [28, 'bien'],
    [28.1, 'alto'],
    [18, 'bien'],
    [17.9, 'bajo'],
  ] as const)('calls %d °C %s', (value, verdict) => {
    expect(verdictOf(value, { desde: 18, hasta: 28 })).toBe(verdict);
  });
});
