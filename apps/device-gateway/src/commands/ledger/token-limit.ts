import { AppError, type Caller } from '@acequia/contracts';
import { texts } from '../../textos.js';

/**
 * Longest time on that an order of this caller may ask for, s; Infinity for who has no token with a limit.
 * @throws AppError `sin_permiso` when it asks for longer
 */
export const limitOf = (caller: Caller, asked_s: number | undefined): number => {
  const limit = caller.tipo === 'persona' ? (caller.token?.max_s ?? Infinity) : Infinity;
  if ((asked_s ?? 0) > limit) throw new AppError('sin_permiso', { texto: texts.tokenLimit(limit) });
  return limit;
};
