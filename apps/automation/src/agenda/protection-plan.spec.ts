import { encodeControl } from '@acequia/board-protocol';
import type { ProteccionGuardada } from '@acequia/contracts';
import type { KnownFarm } from '../storage/farm.repository.js';
import { boardProtections } from './protection-plan.js';

const NOW = 1_800_000_000_000;
const farm = {
  switches: new Map([
    [1, { id: 1, placa_id: 10, pin: 18 }],
    [2, { id: 2, placa_id: 10, pin: 4 }],
    [3, { id: 3, placa_id: 11, pin: 4 }],
  ]),
  flows: new Map([
    [1, 9],
    [3, 9],
  ]),
} as unknown as KnownFarm;
const lowWell = (change: Partial<ProteccionGuardada> = {}): ProteccionGuardada => ({
  id: 5,
  empresa_id: 1,
  nombre: 'Pozo bajo',
  placa_id: 10,
  punto_id: 7,
  cuando: 'abajo',
  valor: 0.5,
  valvula_ids: [],
  durante_s: 5,
  gracia_s: 0,
  con_switch_id: null,
  apaga: [1],
  sin_dato: 'apagar',
  libera: { valor: 1 },
  activa: 1,
  omitida_hasta: null,
  soltada: 0,
  version: 1,
  ...change,
});
const planOf = (change: Partial<ProteccionGuardada>, knows_flow = true) =>
  boardProtections([{ definicion: lowWell(change), n: 3, knows_flow }], farm, NOW).get(10);

describe('the protections of a board', () => {
  it('name pins and the number of the point, as the wire has them', () => {
    const [one] = planOf({}) ?? [];
    expect(one).toEqual({
      id: 'p5',
      point: 3,
      below: 0.5,
      for_s: 5,
      grace_s: 0,
      off: [18],
      no_data: 'off',
      until: { value: 1 },
      nombre: 'Pozo bajo',
    });
    const { nombre: _, ...sent } = one!;
    expect(() => encodeControl({ epoch: 1, rev: 1, rules: [], protections: [sent] })).not.toThrow();
  });

  it('carry the switch that they go with, a time, a person and a release', () => {
    const change = { con_switch_id: 1, gracia_s: 20, apaga: [1, 2], libera: { minutos: 5 }, soltada: 2 };
    expect(planOf(change)?.[0]).toMatchObject({ with_pin: 18, off: [18, 4], until: { s: 300 }, freed: 2 });
    expect(planOf({ libera: 'persona', cuando: 'arriba' })?.[0]).toMatchObject({ above: 0.5, until: 'person' });
  });

  it('carry a bypass until its end, and none that is over', () => {
    expect(planOf({ omitida_hasta: NOW + 60_000 })?.[0]).toMatchObject({ bypass_until: NOW / 1000 + 60 });
    expect(planOf({ omitida_hasta: NOW })?.[0]).not.toHaveProperty('bypass_until');
  });

  it('carry what the valves of a meter take in l/h, to boards that know it alone', () => {
    const burst = { cuando: 'rotura', valor: 130, valvula_ids: [1], libera: 'persona' } as const;
    const [one] = planOf({ ...burst, valvula_ids: [1] }) ?? [];
    expect(one).toMatchObject({ flow: { is: 'burst', percent: 130, base: 0, valves: [{ pin: 18, lph: 9_000 }] } });
    expect(one).not.toHaveProperty('below');
    const { nombre: _, ...sent } = one!;
    expect(() => encodeControl({ epoch: 1, rev: 1, rules: [], protections: [sent] })).not.toThrow();
    const leak = { ...burst, cuando: 'fuga', valor: 0.3, valvula_ids: [1, 2] } as const;
    expect(planOf({ ...leak, valvula_ids: [1, 2] })?.[0]).toMatchObject({ flow: { is: 'leak', base: 300 } });
    expect(planOf({ ...burst, valvula_ids: [1] }, false)).toBeUndefined();
    // Nobody said what switch 2 takes; 3 is on another board.
    expect(planOf({ ...burst, valvula_ids: [1, 2] })).toBeUndefined();
    expect(planOf({ ...burst, valvula_ids: [3] })).toBeUndefined();
  });

  it('leave out one whose switches are not all on the board of its point', () => {
    expect(planOf({ apaga: [1, 3] })).toBeUndefined();
    expect(planOf({ con_switch_id: 3 })).toBeUndefined();
  });
});
