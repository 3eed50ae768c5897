import type { CausaFallo } from '@acequia/contracts';
import { rounded } from './rounded.js';

/** A measured turn. */
export interface Measured {
  m3: number;
  seconds: number;
}

export type WaterFault = Extract<CausaFallo, 'sin_agua' | 'poca_agua' | 'mucha_agua' | 'sin_medir'>;

/** Fewer earlier turns than this tell nothing. */
const ENOUGH = 5;
/** Shares of what is expected beyond which a turn had far less or far more. */
const FAR = { less: 0.5, more: 1.5 };
/** A valve whose turns differ by themselves is given this many times their usual difference. */
const SPREADS = 3;
/** A shorter turn may end before a meter has counted anything, s. */
const SHORT_S = 120;

const medianOf = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? 0) + high) / 2;
};

/** The step in which a meter counts, as far as its values show it: the least difference between them. */
const stepOf = (values: readonly number[]): number => {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const steps = sorted.slice(1).map((value, n) => value - (sorted[n] ?? 0));
  return steps.length === 0 ? 0 : Math.min(...steps);
};

/**
 * What earlier turns of its valve let expect of a turn, m³, and what is wrong with what it had; null = not known, nothing. Without
 * enough of them only a turn without any water is wrong.
 */
export const judgeWater = (
  { m3, seconds }: Measured,
  earlier: readonly Measured[],
): { expected: number | null; fault: WaterFault | null } => {
  const isLong = seconds >= SHORT_S;
  if (earlier.length < ENOUGH) return { expected: null, fault: m3 === 0 && isLong ? 'sin_agua' : null };
  const scaled = earlier.map((one) => (one.m3 / one.seconds) * seconds);
  const median = medianOf(scaled);
  const spread = medianOf(scaled.map((one) => Math.abs(one - median)));
  const far = Math.max(SPREADS * spread, 2 * stepOf(earlier.map((one) => one.m3)));
  const expected = rounded(median);
  if (!isLong || Math.abs(m3 - median) <= far) return { expected, fault: null };
  if (m3 === 0) return { expected, fault: 'sin_agua' };
  if (m3 < median * FAR.less) return { expected, fault: 'poca_agua' };
  return { expected, fault: m3 > median * FAR.more ? 'mucha_agua' : null };
};

/**
 * What is wrong with the water of a turn that ends by its volume, m³; null = nothing. `whole`: it ran its longest time. Its meter is
 * doubted, not the turn, when it told nothing (`m3` null).
 */
export const judgeVolume = (
  { m3, seconds, whole }: { m3: number | null; seconds: number; whole: boolean },
  volumen_m3: number,
): WaterFault | null => {
  if (m3 === null) return seconds >= SHORT_S ? 'sin_medir' : null;
  if (whole && m3 < volumen_m3 * FAR.less) return 'poca_agua';
  return m3 > volumen_m3 * FAR.more ? 'mucha_agua' : null;
};
