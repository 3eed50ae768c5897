import fc from 'fast-check';
import { advance, calmFor, dueAt, FLAP_CALM_MS, type Machine, QUIET, REOPEN_MS, type Holds } from './machine.js';

const S = 1_000;
const TIMES = { wait: 30 * S, calm: 20 * S };
const STEP = 5 * S;
/** A wall clock with a large value, because 0 means "no time". */
const START = 1_000_000 * S;

/** What is seen at each step, five seconds apart. */
const observations = fc.array(fc.constantFrom<Holds>(true, true, true, false, false, false, null), { maxLength: 300 });
const at = (i: number): number => START + i * STEP;

/** The definition, evaluated over the whole past at each step: no state is kept. */
const definition = (seen: readonly Holds[], until: number): { open: boolean; openings: number } => {
  let open = false;
  let openings = 0;
  let times = 0;
  let closed = -Infinity;
  let from = 0;
  for (let i = 0; i <= until; i += 1) {
    const wanted = !open;
    // Since when the last observations have, without a break, demanded a change.
    let first = i;
    while (first - 1 >= from && seen[first - 1] === wanted) first -= 1;
    const held = seen[i] === wanted ? at(i) - at(first) : -1;
    const calm = times > 1 ? Math.max(TIMES.calm, FLAP_CALM_MS) : TIMES.calm;
    if (held < 0 || held < (open ? calm : TIMES.wait)) continue;
    if (!open) {
      times = at(i) - closed <= REOPEN_MS ? times + 1 : 1;
      openings += 1;
    } else closed = at(i);
    open = !open;
    from = i;
  }
  return { open, openings };
};

const isOpen = ({ phase }: Machine): boolean => phase === 'open' || phase === 'clearing';

describe('the life of an alarm', () => {
  it('is what the definition says, whatever is seen, and whatever restarts come in between', () => {
    fc.assert(
      fc.property(observations, fc.array(fc.nat(300)), (seen, restarts) => {
        let machine = QUIET;
        let openings = 0;
        seen.forEach((holds, i) => {
          const next = advance(machine, holds, TIMES, at(i));
          // A restart sees the stored state only.
          machine = restarts.includes(i) ? (JSON.parse(JSON.stringify(next.machine)) as Machine) : next.machine;
          if (next.effect === 'open' || next.effect === 'reopen') openings += 1;
          expect(isOpen(machine)).toBe(definition(seen, i).open);
        });
        expect(openings).toBe(definition(seen, seen.length - 1).openings);
      }),
      { numRuns: 300 },
    );
  });

  it('changes at the time that it names, and not before', () => {
    fc.assert(
      fc.property(observations, (seen) => {
        let machine = QUIET;
        seen.forEach((holds, i) => ({ machine } = advance(machine, holds, TIMES, at(i))));
        const due = dueAt(machine, TIMES);
        if (due === Infinity) return;
        const same: Holds = machine.phase === 'pending';
        const end = at(seen.length - 1);
        if (due - 1 > end) expect(advance(machine, same, TIMES, due - 1).effect).toBeNull();
        expect(advance(machine, same, TIMES, Math.max(due, end)).effect).not.toBeNull();
      }),
      { numRuns: 200 },
    );
  });

  it('asked twice at one moment does nothing twice', () => {
    fc.assert(
      fc.property(observations, (seen) => {
        let machine = QUIET;
        seen.forEach((holds, i) => {
          ({ machine } = advance(machine, holds, TIMES, at(i)));
          const again = advance(machine, holds, TIMES, at(i));
          expect(again).toEqual({ machine, effect: null });
        });
      }),
      { numRuns: 200 },
    );
  });

  it('begins when the condition began, where that is known', () => {
    const { machine, effect } = advance(QUIET, true, TIMES, START, START - 40 * S);
    expect([effect, machine.since]).toEqual(['open', START - 40 * S]);
  });

  it('of something that flaps for an hour is one alarm, which came back', () => {
    let machine = QUIET;
    const effects: string[] = [];
    for (let t = 0; t < 3_600; t += 5) {
      const next = advance(machine, Math.floor(t / 180) % 2 === 0, TIMES, START + t * S);
      machine = next.machine;
      if (next.effect) effects.push(next.effect);
    }
    expect(effects).toEqual(['open', 'close', 'reopen']);
  });

  it('is folded into its cause without an end of its own', () => {
    const { machine } = advance(QUIET, true, TIMES, START, START - 60 * S);
    expect(advance(machine, 'folded', TIMES, START + S)).toMatchObject({ effect: 'fold', machine: { phase: 'quiet' } });
  });

  it('calms down for as long as it waited, within bounds', () => {
    expect([0, 60 * S, 86_400 * S].map(calmFor)).toEqual([S, 60 * S, 300 * S]);
  });
});
