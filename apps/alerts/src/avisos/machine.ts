/**
 * The life cycle of one alarm, without clock or storage. It opens once its condition has held without a break for `wait`, and
 * closes once the condition has been gone without a break for its calm time. "Unknown" breaks both and decides nothing. An
 * alarm that comes back within an hour is the same alarm, and from then on must be gone for longer: a flapping condition is one
 * alarm.
 */
export interface Machine {
  phase: 'quiet' | 'pending' | 'open' | 'clearing';
  /** When the condition began, in the phases pending, open and clearing. ms */
  since: number;
  /** When the condition ended, in the phase clearing. ms */
  clearSince: number;
  /** When it was last closed; 0 = never. ms */
  closedAt: number;
  /** How often it opened within its hour. */
  times: number;
}

/** true, false, unknown, or hidden by a cause that has its own alarm. */
export type Holds = true | false | null | 'folded';

export interface Times {
  /** ms */
  wait: number;
  calm: number;
}

export type Effect = 'open' | 'reopen' | 'close' | 'fold';

/** A condition that returns within this time after the end is the same alarm, ms. */
export const REOPEN_MS = 3_600_000;
/** How long a reopened alarm's condition must be gone, ms. */
export const FLAP_CALM_MS = 30 * 60_000;

export const QUIET: Machine = { phase: 'quiet', since: 0, clearSince: 0, closedAt: 0, times: 0 };

/** How long the condition must be gone before the alarm closes, ms. */
export const calmOf = (machine: Machine, { calm }: Times): number =>
  machine.times > 1 ? Math.max(calm, FLAP_CALM_MS) : calm;

/** @param began when the condition began, if known better than "now"; ms */
export const advance = (
  machine: Machine,
  holds: Holds,
  times: Times,
  now: number,
  began = now,
): { machine: Machine; effect: Effect | null } => {
  const isOpen = machine.phase === 'open' || machine.phase === 'clearing';
  if (holds === 'folded') {
    const folded: Machine = { ...machine, phase: 'quiet', since: 0, clearSince: 0 };
    return { machine: folded, effect: isOpen ? 'fold' : null };
  }
  if (!isOpen) return beforeOpen(machine, holds, times, now, began);
  if (holds !== false) return { machine: { ...machine, phase: 'open', clearSince: 0 }, effect: null };
  const clearSince = machine.phase === 'clearing' ? machine.clearSince : now;
  if (now - clearSince < calmOf(machine, times))
    return { machine: { ...machine, phase: 'clearing', clearSince }, effect: null };
  return { machine: { ...QUIET, closedAt: now, times: machine.times }, effect: 'close' };
};

const beforeOpen = (
  machine: Machine,
  holds: boolean | null,
  { wait }: Times,
  now: number,
  began: number,
): { machine: Machine; effect: Effect | null } => {
  if (holds !== true)
    return { machine: machine.phase === 'quiet' ? machine : { ...machine, phase: 'quiet', since: 0 }, effect: null };
  const since = machine.phase === 'pending' ? machine.since : Math.min(began, now);
  if (now - since < wait) return { machine: { ...machine, phase: 'pending', since }, effect: null };
  const again = machine.closedAt > 0 && now - machine.closedAt <= REOPEN_MS;
  const times = again ? machine.times + 1 : 1;
  return {
    machine: { phase: 'open', since, clearSince: 0, closedAt: machine.closedAt, times },
    effect: again ? 'reopen' : 'open',
  };
};

/** When time alone may change the state, ms; Infinity = never. */
export const dueAt = (machine: Machine, times: Times): number => {
  if (machine.phase === 'pending') return machine.since + times.wait;
  return machine.phase === 'clearing' ? machine.clearSince + calmOf(machine, times) : Infinity;
};

/** How long a condition must be gone before its alarm closes, ms: as long as it had to hold, within bounds. */
export const calmFor = (wait_ms: number): number => Math.min(Math.max(wait_ms, 1_000), 300_000);
