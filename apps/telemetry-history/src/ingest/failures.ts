import { AppError } from '@acequia/contracts';
import { sqlStateOf } from '@acequia/service-kit';

/**
 * How to handle a failed transaction.
 * - `partition`: a month has no partition (or no longer has one); create it and try again
 * - `border`: a row taken for new was already stored; try again and treat every row as late
 * - `row`: the data itself was refused; find the rows
 * - `wait`: any other failure; trying again later loses nothing
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
