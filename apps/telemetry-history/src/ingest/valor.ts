import { MAX_ID, VALOR_COLUMNS } from '@acequia/contracts';

/** One value of a point. */
export interface Valor {
  /** What decides its shard: the board. */
  of: number;
  punto_id: number;
  /** ms since 1970. */
  ts: number;
  /** As its magnitude keeps it; null = the sensor gave none. */
  valor: number | null;
}

const isId = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_ID;

/**
 * Decodes the value rows of a stream entry. Passes an invalid row to `discard`: Postgres would refuse the whole transaction.
 * @param limite latest accepted `ts`, ms
 */
export const decodeValores = (
  p: readonly (number | null)[],
  limite: number,
  discard: (fila: unknown) => void,
): Valor[] => {
  const valores: Valor[] = [];
  for (let i = 0; i < p.length; i += VALOR_COLUMNS) {
    const of = p[i] as number;
    const punto_id = p[i + 1] as number;
    const ts = p[i + 2] as number;
    const valor = p[i + 3] as number | null;
    const inTime = Number.isInteger(ts) && ts >= 0 && ts <= limite;
    if (isId(of) && isId(punto_id) && inTime && (valor === null || Number.isSafeInteger(valor)))
      valores.push({ of, punto_id, ts, valor });
    else discard(p.slice(i, i + VALOR_COLUMNS));
  }
  return valores;
};

const byKey = (a: Valor, b: Valor): number => a.punto_id - b.punto_id || a.ts - b.ts;

/** Sorts by key; of several values with one key keeps the first that arrived. */
export const sortValores = (valores: readonly Valor[]): Valor[] => {
  const ordered = [...valores].sort(byKey);
  return ordered.filter((fila, i) => i === 0 || byKey(ordered[i - 1]!, fila) !== 0);
};
