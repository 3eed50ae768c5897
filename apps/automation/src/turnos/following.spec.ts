import { expand } from '../expansion/expand.js';
import type { Corrida, Pump, ProgramaExpandible } from '../expansion/types.js';
import type { KnownFarm } from './farm.repository.js';
import { type BegunTurn, followRunning } from './following.js';

const RIEGO = Date.UTC(2026, 4, 1, 5);
const farm = (pumps: Pump[] = []): KnownFarm => ({
  ...{ zona: 'UTC', latitud: null, longitud: null, groups: [], flows: new Map(), pumps },
  ...{ switches: new Map(), dispositivos: new Map() },
});
const programa = (...seconds: [switch_id: number, duracion_s: number][]): ProgramaExpandible => ({
  ...{ id: 7, dias: { cada: 1, desde: '2026-01-01' }, inicios: ['05:00'], limite: { valvulas: 1 } },
  pasos: seconds.map(([switch_id, duracion_s]) => ({ switch_id, duracion_s })),
});
/** A turn as the program of before planned it. */
const begun = (
  objeto: BegunTurn['objeto'],
  from_s: number,
  pedidos_s: number,
  until_s = from_s + pedidos_s,
): BegunTurn => ({
  ...{ objeto, inicio: RIEGO + from_s * 1_000, pedidos_s, until: RIEGO + until_s * 1_000 },
});
const following = (program: ProgramaExpandible, turns: BegunTurn[], pumps: Pump[] = [], now_s = 0): string[] | null => {
  const planned = expand(program, farm(pumps), RIEGO, RIEGO + 86_400_000).filter(({ riego }) => riego === RIEGO);
  const shape = ({ objeto, inicio, segundos }: Corrida): string => `${objeto} ${(inicio - RIEGO) / 1_000} ${segundos}`;
  return followRunning(program, farm(pumps), planned, turns, RIEGO + now_s * 1_000)?.map(shape) ?? null;
};

describe('a program that is changed while it runs', () => {
  const running = begun('s1', 0, 600);

  it('starts the next turn when the running one truly ends, were it now planned shorter or longer', () => {
    const after = ['s2 600 600', 's3 1200 600'];
    for (const seconds of [300, 1_200])
      expect(following(programa([1, seconds], [2, 600], [3, 600]), [running])).toEqual(after);
    expect(following(programa([1, 300], [2, 600], [3, 600]), [begun('s1', 0, 600, 900)])).toEqual([
      's2 900 600',
      's3 1500 600',
    ]);
  });

  it('goes on from there with the turn after it', () => {
    const next = programa([1, 300], [2, 600], [3, 600]);
    expect(following(next, [running, begun('s2', 600, 600)])).toEqual(['s3 1200 600']);
  });

  it('follows a turn whose step is gone, and does not repeat what has begun', () => {
    expect(following(programa([2, 600], [3, 60]), [running])).toEqual(['s2 600 600', 's3 1200 60']);
    expect(following(programa([1, 60], [2, 60], [1, 60]), [running])).toEqual(['s2 600 60', 's1 660 60']);
  });

  it('puts what now stands before the running turn after it', () => {
    expect(following(programa([2, 60], [1, 600], [3, 60]), [running])).toEqual(['s2 600 60', 's3 660 60']);
  });

  it('keeps its hours when only later turns changed, or a person lengthened the running one', () => {
    expect(following(programa([1, 600], [2, 60]), [running])).toBeNull();
    expect(following(programa([1, 600], [2, 600]), [begun('s1', 0, 600, 900)])).toBeNull();
  });

  it('starts at once what a shorter pause would have started by now', () => {
    const paused = { ...programa([1, 600], [2, 60]), pausa_s: 10 };
    expect(following(paused, [running], [], 700)).toEqual(['s2 702 60']);
    expect(following(paused, [running], [], 605)).toBeNull();
  });

  it('has its pump on for all of it', () => {
    const pump: Pump = { switch_id: 9, valves: new Set([1, 2]), encendido_s: 0, apagado_s: 5 };
    const longer = programa([1, 300], [2, 1_200]);
    expect(following(longer, [running, begun('s9', 0, 1_195)], [pump])).toEqual(['s2 600 1200', 's9 1195 600']);
    const later = programa([1, 600], [2, 1_200]);
    expect(following(later, [running, begun('s9', 0, 1_195)], [pump])).toEqual(['s2 600 1200', 's9 1195 600']);
    const kept: Pump = { ...pump, between: 'kept' };
    expect(following(longer, [running, begun('s9', 0, 600)], [kept])).toEqual(['s2 600 1200', 's9 600 1195']);
  });
});
