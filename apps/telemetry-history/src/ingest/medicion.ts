import { MEASUREMENT_COUNTERS, MEASUREMENT_MAGNITUDES, MAX_ID, MEASUREMENT_COLUMNS } from '@acequia/contracts';

/** One sample of a meter. */
export interface Measurement {
  dispositivo_id: number;
  /** ms since 1970. */
  ts: number;
  /** In the order and scale of the contract's meter row; null = missing in the sample. */
  values: (number | null)[];
}

const MAGNITUDES = MEASUREMENT_MAGNITUDES.length;
const INTEGER = 2_147_483_647;

const isMagnitude = (value: unknown): boolean =>
  value === null || (Number.isInteger(value) && Math.abs(value as number) <= INTEGER);
const isCounter = (value: unknown): boolean =>
  value === null || (Number.isSafeInteger(value) && (value as number) >= 0);

/**
 * Decodes the meter rows of a stream entry. Passes an invalid row to `discard`: Postgres would refuse the whole transaction.
 * @param limite latest accepted `ts`, ms
 */
export const decodeMediciones = (
  m: readonly (number | null)[],
  limite: number,
  discard: (fila: unknown) => void,
): Measurement[] => {
  const mediciones: Measurement[] = [];
  for (let i = 0; i < m.length; i += MEASUREMENT_COLUMNS) {
    const fila = m.slice(i, i + MEASUREMENT_COLUMNS);
    const [dispositivo_id, ts, ...values] = fila as [number, number, ...(number | null)[]];
    const valid =
      fila.length === MEASUREMENT_COLUMNS &&
      Number.isInteger(dispositivo_id) &&
      dispositivo_id >= 1 &&
      dispositivo_id <= MAX_ID &&
      Number.isInteger(ts) &&
      ts >= 0 &&
      ts <= limite &&
      values.slice(0, MAGNITUDES).every(isMagnitude) &&
      values.slice(MAGNITUDES).every(isCounter);
    if (valid) mediciones.push({ dispositivo_id, ts, values });
    else discard(fila);
  }
  return mediciones;
};

const byKey = (a: Measurement, b: Measurement): number => a.dispositivo_id - b.dispositivo_id || a.ts - b.ts;

/** Sorts by key; of several samples with one key keeps the first that arrived. */
export const sortMediciones = (mediciones: readonly Measurement[]): Measurement[] => {
  const orden = [...mediciones].sort(byKey);
  return orden.filter((fila, i) => i === 0 || byKey(orden[i - 1]!, fila) !== 0);
};

/** Postgres types of a row's values, for the statement's parameters. */
export const TIPOS = [
  ...MEASUREMENT_MAGNITUDES.map(() => 'int4' as const),
  ...MEASUREMENT_COUNTERS.map(() => 'int8' as const),
];
