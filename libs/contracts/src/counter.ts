/** A value of a counter (Wh, pulses, liters, …). Times in ms. */
export interface CounterPoint {
  ts: number;
  value: number;
  /** Number of samples that it stands for; absent = 1. */
  n?: number;
}

export interface CounterRule {
  /** A fall by at most this share of the value is rounding. */
  share: number;
  /** So many samples in a row have to stay low before a fall is a new beginning. */
  confirming: number;
  /** How long the value from which a counter fell is remembered, ms. */
  memory_ms: number;
  /** Longest time between two samples, ms, for which a return to the remembered value is taken for one step. */
  step_ms: number;
  /** The value at which it begins at 0 again by itself; absent = it never does. */
  wrap?: number;
}

/** Where the numbers come from: docs/adr/0019. */
export const COUNTER_RULE: CounterRule = { share: 0.1, confirming: 3, memory_ms: 86_400_000, step_ms: 900_000 };

/** `glitch` = left out; `beginning` = it counts from 0 again; `undecided` = low, and the next samples have not come yet. */
export type CounterVerdict = 'count' | 'glitch' | 'beginning' | 'undecided';

/** What a point adds: `rise` since the last point that counted, at `from`; 0 when it adds nothing. */
export interface CounterStep {
  from: number;
  ts: number;
  rise: number;
  verdict: CounterVerdict;
}

interface State {
  /** Highest value that counted since the counter began. */
  level: number;
  /** Time of the last point that counted. */
  at: number;
  /** Since when values are below the level by less than the share; null = they are not. */
  dipped: number | null;
  /** The level before the newest beginning, until when it is remembered, and the index of the beginning. */
  old: { level: number; until: number; index: number } | null;
}

/**
 * What a counter counted: the one definition for everything that turns a counter's values into consumption.
 * @param points in order of time; values ≥ 0
 * @returns a step for each point
 */
export const judgeCounter = (points: readonly CounterPoint[], rule: CounterRule = COUNTER_RULE): CounterStep[] => {
  const steps: CounterStep[] = [];
  /** The state before each point, to go back to. */
  const before: (State | null)[] = [];
  let state: State | null = null;
  points.forEach((_, i) => {
    const mistaken = state && glitchBefore(points, i, state, before, rule);
    if (typeof mistaken === 'number') {
      for (let k = mistaken; k < i; k += 1) steps[k] = { ...steps[k]!, rise: 0, verdict: 'glitch' };
      state = before[mistaken]!;
    }
    before.push(state);
    const [step, next] = stepTo(points, i, state, rule);
    steps.push(step);
    state = next;
  });
  return steps;
};

const isLow = ({ value }: CounterPoint, level: number, { share }: CounterRule): boolean => value < level * (1 - share);

/** Whether the confirming samples from point `i` on are all low, or all not; undefined = too few samples to tell. */
const staysSo = (
  points: readonly CounterPoint[],
  i: number,
  low: boolean,
  level: number,
  rule: CounterRule,
): boolean | undefined => {
  let samples = 0;
  for (let k = i; k < points.length; k += 1) {
    if (isLow(points[k]!, level, rule) !== low) return false;
    samples += points[k]!.n ?? 1;
    if (samples >= rule.confirming) return true;
  }
  return undefined;
};

/** Index of the first point of a run up to point `i` that turns out at point `i` not to have counted; null = there is none. */
const glitchBefore = (
  points: readonly CounterPoint[],
  i: number,
  { level, at, old }: State,
  before: readonly (State | null)[],
  rule: CounterRule,
): number | null => {
  const point = points[i]!;
  if (old && point.ts <= old.until && point.ts - at <= rule.step_ms)
    if (level <= old.level * rule.share && staysSo(points, i, false, old.level, rule) !== false) return old.index;
  if (!staysSo(points, i, true, level, rule)) return null;
  let high = 0;
  for (let k = i - 1; k > 0; k -= 1) {
    high += points[k]!.n ?? 1;
    const earlier = before[k];
    if (high >= rule.confirming || !earlier) return null;
    if (!isLow(point, earlier.level, rule)) return k;
  }
  return null;
};

const stepTo = (
  points: readonly CounterPoint[],
  i: number,
  state: State | null,
  rule: CounterRule,
): [CounterStep, State] => {
  const { ts, value } = points[i]!;
  if (!state)
    return [
      { from: ts, ts, rise: 0, verdict: 'count' },
      { level: value, at: ts, dipped: null, old: null },
    ];
  const { level, at, old } = state;
  const step = (rise: number, verdict: CounterVerdict): CounterStep => ({ from: at, ts, rise, verdict });
  if (value >= level) return [step(value - level, 'count'), { level: value, at: ts, dipped: null, old }];
  if (!isLow(points[i]!, level, rule)) {
    const dipped = state.dipped ?? ts;
    const forgotten = ts - dipped > rule.memory_ms;
    return [step(0, 'count'), { level: forgotten ? value : level, at: ts, dipped: forgotten ? null : dipped, old }];
  }
  const stays = staysSo(points, i, true, level, rule);
  if (!stays) return [step(0, stays === undefined ? 'undecided' : 'glitch'), state];
  const remembered = { level, until: ts + rule.memory_ms, index: i };
  const over = (rule.wrap ?? 0) - level + value;
  const wrapped = rule.wrap !== undefined && over >= 0 && over <= rule.wrap * rule.share;
  return [
    wrapped ? step(over, 'count') : step(value, 'beginning'),
    { level: value, at: ts, dipped: null, old: remembered },
  ];
};
