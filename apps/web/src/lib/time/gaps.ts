import { OLD_MS } from './freshness.js';

/**
 * How far apart two measurements may be and still be joined by a line, ms: a sensor that speaks once an hour has a line, one that
 * speaks twice a minute and falls silent for ten minutes has a gap. @param ts when somebody measured, in order
 */
export function longestBridge(ts: readonly number[]): number {
  const steps = ts.slice(1).map((one, i) => one - ts[i]!);
  const usual = steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  return Math.max(OLD_MS, usual * 1.5);
}
