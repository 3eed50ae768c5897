import { AppError } from '@acequia/contracts';
import { sqlStateOf } from '../partitions/locked.js';

/**
 * What to do about a transaction that failed.
 * - `particion`: a month has no partition (any more); make it and try again
 * - `frontera`: a row that had to be new was there; try again and trust nothing
 * - `fila`: the data itself was refused; find the rows
 * - `esperar`: anything else; nothing is lost by trying again later
 */
export type Remedio = 'particion' | 'frontera' | 'fila' | 'esperar';

/** Data exceptions (22) and integrity violations (23). */
const DATOS = /^2[23]/;

export const remedioPara = (error: unknown): Remedio => {
  if (error instanceof AppError) return 'esperar';
  const state = sqlStateOf(error);
  if (state === '23505') return 'frontera';
  // PostgreSQL uses one code for "no partition found for row" and for a failed CHECK; only the latter names its constraint.
  if (state === '23514' && !(error as { constraint?: string }).constraint) return 'particion';
  return DATOS.test(state) ? 'fila' : 'esperar';
};
