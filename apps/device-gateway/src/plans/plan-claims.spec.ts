import { isDiscrepancy, type ReglaDePlaca } from '@acequia/contracts';
import { mustBeOffBy } from '../commands/switches/on-limit.js';
import { claimsAfter, planClaims } from './plan-claims.js';

const NOW = 1_795_500_000_000;
const at = NOW / 1_000;
const pin = { id: 7, pin: 4 };
const run = { id: 'r', pin: 4, at, secs: 100, late_s: 0, link: 0 } as const;
const none = { runs: [], rules: [], done: {} };
const order = (sent: number, max_s: number, estado: 'confirmado' | 'rechazado' = 'confirmado') => ({
  enviado_ts: sent,
  max_s,
  estado,
});
/** When a switch that may be on for an hour must be off, s after NOW, as seen 35 s after it. */
const offBy = (desde_s: number, given: ReturnType<typeof order> | null, plans: Partial<typeof none> = {}): number => {
  const desde = NOW + desde_s * 1_000;
  return (mustBeOffBy(desde, 3_600, given, planClaims({ ...none, ...plans }, pin, desde, NOW + 35_000)) - NOW) / 1_000;
};
const runs = (...list: object[]) => ({ runs: list as never[] });

describe('how long a switch may stay on', () => {
  it('is to the end of a turn of its board that began while a person had it on', () => {
    expect(offBy(-10, order(NOW - 10_000, 30), runs(run))).toBe(100);
  });

  it('is to the end of the order that lasts longer than the turn, and never past the longest time', () => {
    expect(offBy(-10, order(NOW - 10_000, 300), runs(run))).toBe(290);
    expect(offBy(-10, order(NOW - 10_000, 30), runs({ ...run, secs: 9_000 }))).toBe(3_590);
  });

  it('is to the end of the order where the turn has not begun, is on another pin, or could not begin', () => {
    const given = order(NOW - 10_000, 30);
    expect(offBy(-10, given, runs({ ...run, at: at + 60 }))).toBe(20);
    expect(offBy(-10, given, runs({ ...run, pin: 5 }))).toBe(20);
    expect(offBy(-10, given, runs({ ...run, at: at - 600 }))).toBe(20);
  });

  it('is as long as the board reported that the turn lasted', () => {
    const done = { 7: { at, secs: 5, nombre: null, cut: true } };
    expect(offBy(-10, order(NOW - 10_000, 30), { ...runs(run), done })).toBe(20);
  });

  it('is to the end of a turn although another turn of the switch was reported meanwhile', () => {
    const done = { 7: { id: 'other', at: at + 20, secs: 5, nombre: null } };
    expect(offBy(-10, order(NOW - 10_000, 30), { ...runs({ ...run, late_s: 300 }), done })).toBe(100);
    const own = { 7: { ...done[7], id: run.id } };
    expect(offBy(-10, order(NOW - 10_000, 30), { ...runs({ ...run, late_s: 300 }), done: own })).toBeLessThan(100);
  });

  it('counts a turn that waited for the connection from the latest time at which it may have begun', () => {
    expect(offBy(-10, order(NOW - 10_000, 30), runs({ ...run, late_s: 60, link: 1 }))).toBe(135);
  });

  it('is the longest time where a rule of the board may want it on at this hour', () => {
    const rule = { pin: 4, hold_s: 900 } as ReglaDePlaca;
    const second = (NOW / 1_000) % 86_400;
    const asleep = { ...rule, from: second - 600, to: second - 60 };
    expect(offBy(-10, order(NOW - 10_000, 30), { rules: [rule] as never[] })).toBe(3_590);
    expect(offBy(-10, order(NOW - 10_000, 30), { rules: [asleep] as never[] })).toBe(20);
  });

  it('is the longest time for a button in the field, and no order that the board refused shortens it', () => {
    expect(offBy(-10, null)).toBe(3_590);
    expect(offBy(-10, order(NOW - 5_000, 30, 'rechazado'))).toBe(3_590);
    expect(offBy(-10, order(NOW - 5_000, 30, 'rechazado'), runs(run))).toBe(100);
  });
});

describe('a switch that is on after an order to turn it off', () => {
  /** Does it differ from an OFF of `since_s`, as seen at `now_s`; both s after NOW. */
  const differs = (since_s: number, now_s: number, plans: Partial<typeof none>): boolean => {
    const [since, now] = [NOW + since_s * 1_000, NOW + now_s * 1_000];
    const off = { accion: 'off', estado: 'confirmado', max_s: null, since } as const;
    return isDiscrepancy(off, true, now, claimsAfter({ ...none, ...plans }, pin, since, now));
  };

  it('does not differ while a turn that began after the order holds it', () => {
    expect(differs(-3_600, 60, runs(run))).toBe(false);
    expect(differs(-3_600, 60, runs({ ...run, pin: 5 }))).toBe(true);
    expect(differs(-60, 60, runs({ ...run, at: at + 120 }))).toBe(true);
  });

  it('differs once that turn is over, by its plan or by the report of its board', () => {
    expect(differs(-3_600, 600, runs(run))).toBe(true);
    const done = { 7: { at, secs: 5, nombre: null, id: 'r', cut: true } };
    expect(differs(-3_600, 60, { ...runs(run), done } as never)).toBe(true);
  });

  it('differs where the turn could not start after the order, not where it still could', () => {
    expect(differs(10, 60, runs(run))).toBe(true);
    expect(differs(10, 60, runs({ ...run, late_s: 300 }))).toBe(false);
  });
});
