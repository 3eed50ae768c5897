import { sizesOfOlas } from '@acequia/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  AT_ONCE,
  isOpen,
  type Member,
  PATIENCE_MS,
  type Rollout,
  type Sight,
  STABLE_MS,
  step,
  tolerated,
  UNCLAIMED_MS,
} from './rollout.js';

const MINUTE = 60_000;
const FREE: Sight = { gone: false, online: true, espera: null, said: null };
const FAULT = { motivo: 'rolled_back' } as const;

const fresh = (): Rollout => ({
  estado: 'activa',
  pausa: null,
  ola: 1,
  ola_desde: 0,
  perdonadas: 0,
  silence_ms: 20 * MINUTE,
});

/** A fleet whose boards do as a test says, stepped every minute; all boards of an ola are taken over at once. */
class Fleet {
  rollout = fresh();
  members: Member[];
  readonly sent: number[] = [];
  now = 0;
  sight: (placa_id: number) => Sight = () => FREE;

  constructor(boards: number) {
    const waves = sizesOfOlas(boards).flatMap((size, i) => Array<number>(size).fill(i + 1));
    this.members = waves.map((ola, placa_id) => ({ placa_id, ola, estado: 'espera', ts: 0, newsAt: 0 }));
  }

  minute(count = 1): void {
    for (let i = 0; i < count; i++) {
      this.now += MINUTE;
      const { changes, next } = step(this.rollout, this.members, (id) => this.sight(id), this.now);
      for (const { placa_id, estado } of changes) {
        if (estado === 'por_enviar') this.sent.push(placa_id);
        const member = this.members[placa_id] as Member;
        this.members[placa_id] = { ...member, estado: estado === 'por_enviar' ? 'en_curso' : estado, ts: this.now };
      }
      this.rollout = { ...this.rollout, ...next };
    }
  }

  until(done: () => boolean, most = 5_000): void {
    for (let i = 0; i < most && !done(); i++) this.minute();
    expect(done()).toBe(true);
  }

  count(estado: Member['estado']): number {
    return this.members.filter((member) => member.estado === estado).length;
  }

  get moves(): boolean {
    return this.rollout.estado === 'activa';
  }
}

describe('a rollout', () => {
  it('has three olas of 1, 10 and 100 %, each with a board more than the one before while there are any', () => {
    expect([500, 100, 30, 3, 2, 1].map(sizesOfOlas)).toEqual([
      [5, 45, 450],
      [1, 9, 90],
      [1, 2, 27],
      [1, 1, 1],
      [1, 1],
      [1],
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), (n) => sizesOfOlas(n).reduce((sum, size) => sum + size, 0) === n),
    );
  });

  it('brings a healthy fleet to its end, few boards at once, each once, and rests between olas', () => {
    const fleet = new Fleet(120);
    const begun = new Map<number, number>();
    fleet.sight = (id) => ({ ...FREE, said: fleet.members[id]?.estado === 'en_curso' ? 'done' : null });
    let most = 0;
    fleet.until(() => {
      most = Math.max(most, fleet.count('en_curso'));
      if (!begun.has(fleet.rollout.ola)) begun.set(fleet.rollout.ola, fleet.now);
      return fleet.rollout.estado === 'terminada';
    });
    expect(fleet.count('lista')).toBe(120);
    expect(new Set(fleet.sent).size).toBe(fleet.sent.length);
    expect(most).toBeLessThanOrEqual(AT_ONCE);
    const [first = 0, second = 0, third = 0] = [...begun.values()];
    expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(STABLE_MS);
  });

  it('with 3 % faulty of 500 stops by itself before all have it, wherever these are in it', () => {
    const arrangements = fc.uniqueArray(fc.integer({ min: 0, max: 499 }), { minLength: 15, maxLength: 15 });
    // The worst: all of them at the end, where the olas before have shown nothing.
    const atTheEnd = Array.from({ length: 15 }, (_, i) => 485 + i);
    const stops = (faulty: number[], silent: boolean): boolean => {
      const fleet = new Fleet(500);
      fleet.sight = (id) => {
        if (fleet.members[id]?.estado !== 'en_curso') return FREE;
        if (!faulty.includes(id)) return { ...FREE, said: 'done' };
        return silent ? { ...FREE, online: false } : { ...FREE, said: FAULT };
      };
      fleet.until(() => !fleet.moves);
      return fleet.rollout.pausa === 'fallas' && fleet.sent.length < 500;
    };
    expect(stops(atTheEnd, false)).toBe(true);
    expect(stops(atTheEnd, true)).toBe(true);
    fc.assert(
      fc.property(arrangements, fc.boolean(), (faulty, silent) => stops(faulty, silent)),
      { numRuns: 12 },
    );
  });

  it('is paused by a single failure of an ola of fewer than 100 boards', () => {
    expect([tolerated(5), tolerated(99), tolerated(100), tolerated(450)]).toEqual([0, 0, 1, 4]);
    const fleet = new Fleet(500);
    fleet.sight = (id) => ({
      ...FREE,
      said: fleet.members[id]?.estado !== 'en_curso' ? null : id === 3 ? FAULT : 'done',
    });
    fleet.minute(3);
    expect(fleet.rollout).toMatchObject({ estado: 'pausada', pausa: 'fallas', ola: 1 });
    fleet.minute(60);
    expect(fleet.sent).toHaveLength(5);
    // A person has seen it and goes on.
    fleet.rollout = { ...fleet.rollout, estado: 'activa', pausa: null, perdonadas: 1 };
    fleet.until(() => fleet.rollout.ola === 2, 30);
  });

  it('begins no board that is away, waters, is about to, or of which that is not known', () => {
    const reasons = fc.constantFrom('sin_conexion', 'relevador', 'turno', 'sin_estado', 'sin_turnos', null);
    fc.assert(
      fc.property(fc.array(reasons, { minLength: 1, maxLength: 40 }), (waits) => {
        const fleet = new Fleet(waits.length);
        const espera = (id: number) => waits[(id + fleet.now / MINUTE) % waits.length] ?? null;
        fleet.sight = (id) => ({ ...FREE, espera: espera(id), online: espera(id) !== 'sin_conexion' });
        for (let i = 0; i < 10; i++) {
          const before = fleet.sent.length;
          fleet.minute();
          for (const id of fleet.sent.slice(before)) if (espera(id) !== null) return false;
        }
        return true;
      }),
    );
  });

  it('counts a board that does not return as failed, and one that goes on telling its progress not', () => {
    const fleet = new Fleet(1);
    fleet.minute(2);
    for (let i = 0; i < 60; i++) {
      fleet.members[0] = { ...(fleet.members[0] as Member), newsAt: fleet.now };
      fleet.minute();
    }
    expect(fleet.count('en_curso')).toBe(1);
    fleet.sight = () => ({ ...FREE, online: false });
    fleet.minute(19);
    expect(fleet.count('en_curso')).toBe(1);
    fleet.minute(2);
    expect([fleet.count('fallo'), fleet.rollout.pausa]).toEqual([1, 'fallas']);
  });

  it('lets a board that waits by itself wait for a day, and leaves one that was never free', () => {
    const fleet = new Fleet(1);
    fleet.minute();
    fleet.sight = () => ({ ...FREE, said: 'busy' });
    fleet.minute(PATIENCE_MS / MINUTE);
    expect(fleet.count('en_curso')).toBe(1);
    fleet.minute(2);
    expect(fleet.members[0]?.estado).toBe('omitida');
    expect(fleet.rollout).toMatchObject({ estado: 'pausada', pausa: 'nadie' });
  });

  it('takes a board back for failed when it rolls back, or goes silent, before its ola is over', () => {
    for (const later of [
      { ...FREE, said: FAULT },
      { ...FREE, online: false },
    ]) {
      const fleet = new Fleet(200);
      fleet.sight = (id) => ({ ...FREE, said: fleet.members[id]?.estado === 'en_curso' ? 'done' : null });
      fleet.until(() => fleet.count('lista') === 2);
      fleet.sight = () => later;
      fleet.minute(60);
      expect(fleet.rollout).toMatchObject({ estado: 'pausada', pausa: 'fallas', ola: 1 });
    }
  });

  it('hears how boards under way end while it is paused, and of a stopped one those that it took back', () => {
    const fleet = new Fleet(2);
    fleet.minute();
    fleet.rollout = { ...fleet.rollout, estado: 'pausada', pausa: 'persona' };
    fleet.minute(5);
    expect(fleet.sent).toHaveLength(1);
    fleet.sight = () => ({ ...FREE, said: 'done' });
    fleet.minute();
    expect([fleet.count('lista'), fleet.moves]).toEqual([1, false]);
    const stopped = new Fleet(1);
    stopped.minute();
    stopped.rollout = { ...stopped.rollout, estado: 'detenida' };
    stopped.minute(30);
    expect(stopped.members[0]?.estado).toBe('omitida');
  });

  it('lets a board wait again that no gateway took over, and leaves one that was deleted', () => {
    const member: Member = { placa_id: 1, ola: 1, estado: 'por_enviar', ts: 0, newsAt: 0 };
    const judged = (one: Member, sight: Sight, now: number) =>
      step(fresh(), [one], () => sight, now).changes[0]?.estado;
    expect(judged(member, { ...FREE, espera: 'turno' }, UNCLAIMED_MS + 1)).toBe('espera');
    expect(judged({ ...member, estado: 'en_curso' }, { ...FREE, gone: true }, 1)).toBe('omitida');
  });

  it('says nothing new from a state that it has reached, so that a killed leader leaves nothing half done', () => {
    const estados = fc.constantFrom<Member['estado']>('espera', 'por_enviar', 'en_curso', 'lista', 'fallo', 'omitida');
    fc.assert(
      fc.property(fc.array(estados, { minLength: 1, maxLength: 30 }), fc.nat(100 * MINUTE), (states, now) => {
        const members = states.map((estado, placa_id): Member => ({ placa_id, ola: 1, estado, ts: 0, newsAt: 0 }));
        const once = step(fresh(), members, () => FREE, now);
        const after = members.map((member) => {
          const change = once.changes.findLast(({ placa_id }) => placa_id === member.placa_id);
          return change ? { ...member, estado: change.estado, ts: now } : member;
        });
        const twice = step({ ...fresh(), ...once.next }, after, () => FREE, now);
        return twice.changes.length === 0 || after.filter(isOpen).length > AT_ONCE;
      }),
    );
  });
});
