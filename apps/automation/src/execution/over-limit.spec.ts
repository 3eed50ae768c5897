import { overLimit } from './over-limit.js';

const T0 = Date.parse('2026-11-23T13:00:00Z');
const MINUTE = 60_000;
const turn = (switch_id: number, from: number, minutes: number) => ({
  switch_id,
  inicio: T0 + from * MINUTE,
  real_inicio: null,
  segundos: minutes * 60,
});
const farm = {
  zona: 'America/Mazatlan',
  flows: new Map([
    [1, 4],
    [2, 3],
    [4, 1.1],
    [5, 2.2],
  ]),
  pumps: [{ switch_id: 9, valves: new Set([1, 2]), encendido_s: 0, apagado_s: 0 }],
} as unknown as Parameters<typeof overLimit>[4];

describe('a turn that is lengthened', () => {
  const running = turn(1, 0, 5);
  const next = turn(2, 5, 5);
  const longer = (limite: Parameters<typeof overLimit>[0], others = [next], minutes = 15) =>
    overLimit(limite, running, minutes * 60, others, farm);

  it('may not open more valves at once than its program allows', () => {
    expect(longer({ valvulas: 1 })).toBe('A las 06:05 habría 2 válvulas abiertas, y el programa permite 1 a la vez');
    expect(longer({ valvulas: 2 })).toBeNull();
    expect(longer({ valvulas: 2 }, [next, turn(3, 9, 5)])).toMatch(/^A las 06:09 habría 3 /);
  });

  it('nor ask for more water', () => {
    expect(longer({ caudal_m3h: 6 })).toBe('A las 06:05 se pedirían 7 m³/h, y el programa permite 6 a la vez');
    expect(longer({ caudal_m3h: 7 })).toBeNull();
  });

  it('nor as doubles add up: 1.1 and 2.2 are 3.3', () => {
    const both = (caudal_m3h: number) => overLimit({ caudal_m3h }, turn(4, 0, 5), 900, [turn(5, 5, 5)], farm);
    expect(both(3.3)).toBeNull();
    expect(both(3.2)).toBe('A las 06:05 se pedirían 3.3 m³/h, y el programa permite 3.2 a la vez');
  });

  it('counts a valve once that has several turns, as with cycle and soak', () => {
    expect(longer({ valvulas: 1, caudal_m3h: 4 }, [turn(1, 10, 5)])).toBeNull();
    expect(longer({ valvulas: 2, caudal_m3h: 7 }, [turn(2, 5, 5), turn(2, 8, 5), turn(1, 9, 5)])).toBeNull();
  });

  it('may last until the next one opens, or after the one before has closed, and beside its pump', () => {
    expect(longer({ valvulas: 1 }, [turn(2, 15, 5)])).toBeNull();
    expect(longer({ valvulas: 1 }, [turn(2, -5, 10)])).toBeNull();
    expect(longer({ valvulas: 1 }, [turn(9, 0, 10)])).toBeNull();
  });
});
