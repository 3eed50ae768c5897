import type { Placa } from '@acequia/contracts';

/** What is wrong with a board's clock, so that its samples are refused. */
export const clockOf = ({ reloj_adelantado, reloj_fuera }: Placa): 'ok' | 'ahead' | 'outside' =>
  reloj_adelantado === 1 ? 'ahead' : reloj_fuera === 1 ? 'outside' : 'ok';
