import { type Demand, demandAfter, expectedDemand } from './demand.js';

const MINUTE = 60_000;
const QUARTER = Date.UTC(2026, 4, 10, 12, 15);
const at = (minutes: number): number => QUARTER + minutes * MINUTE;
/** After readings of a meter, each in W at a minute of the quarter. */
const after = (...readings: [minutes: number, watts: number][]): Demand | null =>
  readings.reduce<Demand | null>((before, [minutes, watts]) => demandAfter(before, watts, at(minutes)), null);
const meter = (demand: Demand | null, changes: object = {}) => ({
  tipo: 'shelly_pro3m',
  activo: 1 as const,
  suspendido: 0 as const,
  vigila_switch_id: null,
  demand,
  ...changes,
});
const kw = (demand: Demand | null, minutes: number): number => expectedDemand([meter(demand)], at(minutes)).kw;

describe('the demand with which a quarter of an hour ends', () => {
  it('is what was drawn, and for the rest what is drawn now', () => {
    expect(kw(after([0, 10_000], [5, 40_000]), 5)).toBeCloseTo(30);
    expect(kw(after([0, 10_000], [5, 40_000], [10, 0]), 10)).toBeCloseTo(50 / 3);
  });

  it('begins anew with each quarter, whose beginning has the power that held before', () => {
    expect(kw(after([-10, 90_000], [-5, 90_000], [5, 0]), 5)).toBeCloseTo(30);
    expect(kw(after([5, 0], [10, 12_000]), 16)).toBeCloseTo(12);
  });

  it('counts from the first reading where the meter was silent before', () => {
    expect(kw(after([-11, 90_000], [5, 12_000]), 5)).toBeCloseTo(12);
  });

  it('is moved by no reading that comes late', () => {
    expect(kw(after([0, 10_000], [6, 10_000], [3, 99_000]), 6)).toBeCloseTo(10);
  });

  it('is not whole while a meter is silent for long, and unknown without any', () => {
    const told = after([0, 10_000]);
    expect(expectedDemand([meter(told)], at(5))).toEqual({ kw: 10, whole: true });
    expect(expectedDemand([meter(told), meter(null)], at(5))).toEqual({ kw: 10, whole: false });
    expect(expectedDemand([meter(told)], at(10.1))).toEqual({ kw: 0, whole: false });
    expect(expectedDemand([], at(5))).toEqual({ kw: 0, whole: false });
  });

  it('leaves out what is inactive, suspended or no meter', () => {
    const told = after([0, 10_000]);
    const others = [meter(told, { activo: 0 }), meter(told, { suspendido: 1 }), meter(told, { tipo: 'shelly1' })];
    expect(expectedDemand([meter(told), ...others], at(5))).toEqual({ kw: 10, whole: true });
  });
});
