import { turnoOf } from '../../../entities/programa/panel.fixture.js';
import type { Interval } from '../../../entities/switch/who/intervals.js';
import { sumOf, takenBy } from './taken.js';

const interval = (changes: Partial<Interval> = {}): Interval => ({
  desde: 0,
  hasta: 600_000,
  by: null,
  endedBy: null,
  turno: null,
  ...changes,
});

describe('what a switch took', () => {
  it('is measured, else worked out by its flow, else unknown', () => {
    expect(takenBy(interval(), 0)).toEqual({ minutes: 10, m3: null, estimated: false, kwh: null });
    expect(takenBy(interval({ turno: turnoOf({ litros: 500, kwh: 2 }) }), 0)).toEqual({
      minutes: 10,
      m3: 0.5,
      estimated: true,
      kwh: 2,
    });
    expect(takenBy(interval({ turno: turnoOf({ litros: 500, m3_medidos: 0 }) }), 0)).toMatchObject({
      m3: 0,
      estimated: false,
    });
  });

  it('lasts until now while it is on, and for an unknown time where its beginning is not known', () => {
    expect(takenBy(interval({ hasta: null }), 120_000).minutes).toBe(2);
    expect(takenBy(interval({ desde: null }), 0).minutes).toBeNull();
  });

  it('adds up what is known', () => {
    const some = { minutes: 3, m3: null, estimated: false, kwh: null };
    expect(sumOf([some, { ...some, m3: 1, estimated: true }, { ...some, minutes: null }])).toEqual({
      minutes: 6,
      m3: 1,
      estimated: true,
      kwh: null,
    });
    expect(sumOf([])).toEqual({ minutes: null, m3: null, estimated: false, kwh: null });
  });
});
