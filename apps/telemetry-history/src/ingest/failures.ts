import { AppError } from '@acequia/contracts';
import { sqlStateOf } from '../partitions/locked.js';

/**
 * What to do about a transaction that failed.
 * - `partition`: a month has no partition (any more); make it and try again
 * - `border`: a row that had to be new was there; try again and trust nothing
 * - `row`: the data itself was refused; find the rows
 * - `wait`: anything else; nothing is lost by trying again later
 */
export type Remedy = 'partition' | 'border' | 'row' | 'wait';

/** Data exceptions (22) and integrity violations (23). */
const DATA = /^2[23]/;

export const remedyFor = (error: unknown): Remedy => {
  if (error instanceof AppError) return 'wait';
  const state = sqlStateOf(error);
  if (state === '23505') return 'border';
  // PostgreSQL uses one code for "no partition found for row" and for a failed CHECK; only the latter names its constraint.
  if (state === '23514' && !(error as { constraint?: string }).constraint) return 'partition';
  return DATA.test(state) ? 'row' : 'wait';
};
