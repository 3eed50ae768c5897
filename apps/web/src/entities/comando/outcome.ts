import { type Comando, isFurther } from '@acequia/contracts';

/** Applies what a live message says of an order. Messages of two instances may cross: an earlier state changes nothing. */
export const withOutcome = (
  rows: readonly Comando[],
  { comando_id, estado, detalle }: Pick<Comando, 'comando_id' | 'estado' | 'detalle'>,
): Comando[] =>
  rows.map((row) =>
    row.comando_id === comando_id && isFurther(estado, row.estado) ? { ...row, estado, detalle } : row,
  );
