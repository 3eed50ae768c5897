import { OLD_MS } from './freshness.js';

/**
 * Longest distance of two measurements that a line joins, ms. The limit follows the sensor's own interval: hourly values form a line, but a
 * sensor that reports twice a minute has a gap after ten minutes of silence. @param ts times of the measurements, ascending
 */
export function longestBridge(ts: readonly number[]): number {
  const steps = ts.slice(1).map((one, i) => one - ts[i]!);
  const usual = steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  return Math.max(OLD_MS, usual * 1.5);
}
