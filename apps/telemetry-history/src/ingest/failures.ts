import { AppError } from '@acequia/contracts';
import { sqlStateOf } from '../partitions/locked.js';

/**
 * What to do about a transaction that failed.
 * - `particion`: a month has no partition (any more); make it and try again
 * - `frontera`: a row that had to be new was there; try again and trust nothing
 * - `fila`: the data itself was refused; find the rows
 * - `esperar`: anything else; nothing is lost by trying again later
 */
export type Remedy = 'particion' | 'frontera' | 'fila' | 'esperar';

/** Data exceptions (22) and integrity violations (23). */
const DATA = /^2[23]/;

export const remedyFor = (error: unknown): Remedy => {
  if (error instanceof AppError) return 'esperar';
  const state = sqlStateOf(error);
  if (state === '23505') return 'frontera';
  // PostgreSQL uses one code for "no partition found for row" and for a failed CHECK; only the latter names its constraint.
  if (state === '23514' && !(error as { constraint?: string }).constraint) return 'particion';
  return DATA.test(state) ? 'fila' : 'esperar';
};
