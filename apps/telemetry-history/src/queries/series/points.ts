import { AppError, type Banda, SERIES_MAX_RANGE_MS } from '@acequia/contracts';

/** Longest range for which raw samples are counted and aggregated on request. */
export const RAW_MS = 2 * 86_400_000;
/** Samples further apart than this have a gap between them. */
const GAP_MS = 5 * 60_000;

/** A row with columns named after magnitudes. */
export type Fila = Record<string, string | number | null>;

/** One point of a series: average, minimum and maximum of each magnitude, in its own unit. */
export interface Point {
  ms: number;
  /** Number of samples; 0 = a gap. */
  n: number;
  values: { prom: number | null; min: number | null; max: number | null }[];
}

/** A measured quantity: its column, and the factor by which the column scales it. */
export type Magnitude = readonly [column: string, scale: number];

/** Aggregates of raw rows, and of roll-up rows; both have columns n_x, suma_x, min_x and max_x. */
export const ofSamples = (magnitudes: readonly Magnitude[]): string[] =>
  magnitudes.flatMap(([x]) => [
    `count(${x}) AS n_${x}`,
    `sum(${x}::bigint) AS suma_${x}`,
    `min(${x}) AS min_${x}`,
    `max(${x}) AS max_${x}`,
  ]);
export const ofSpans = (magnitudes: readonly Magnitude[]): string[] =>
  magnitudes.flatMap(([x]) => [
    `sum(n_${x}) AS n_${x}`,
    `sum(suma_${x}) AS suma_${x}`,
    `min(min_${x}) AS min_${x}`,
    `max(max_${x}) AS max_${x}`,
  ]);

const scaled = (value: unknown, scale: number): number | null =>
  value === null || value === undefined ? null : Number(value) / scale;
/** Rounds the average to one digit more than the measurement has. */
const average = (suma: unknown, n: unknown, scale: number): number | null => {
  const howMany = Number(n ?? 0);
  return howMany === 0 ? null : Math.round((Number(suma) / howMany) * 10) / (scale * 10);
};

/** A raw row, with ms, as a point. */
export const asSample = (fila: Fila, magnitudes: readonly Magnitude[]): Point => ({
  ms: Number(fila['ms']),
  n: 1,
  values: magnitudes.map(([x, scale]) => {
    const valor = scaled(fila[x], scale);
    return { prom: valor, min: valor, max: valor };
  }),
});

/** A row of aggregates, with ms and n, as a point. */
export const asInterval = (magnitudes: readonly Magnitude[]): ((fila: Fila) => Point) => {
  const columnas = magnitudes.map(([x, scale]) => [`suma_${x}`, `n_${x}`, `min_${x}`, `max_${x}`, scale] as const);
  return (fila) => ({
    ms: Number(fila['ms']),
    n: Number(fila['n'] ?? 0),
    values: columnas.map(([suma, n, min, max, scale]) => ({
      prom: average(fila[suma], fila[n], scale),
      min: scaled(fila[min], scale),
      max: scaled(fila[max], scale),
    })),
  });
};

/** Inserts an empty point between two distant samples, so that a chart does not join them. */
export const withGaps = (muestras: readonly Point[], range_ms: number): Point[] => {
  const gap = Math.max(GAP_MS, range_ms / 100);
  return muestras.flatMap((point, i) => {
    const previous = muestras[i - 1];
    if (!previous || point.ms - previous.ms <= gap) return [point];
    const nothing = point.values.map(() => ({ prom: null, min: null, max: null }));
    return [{ ms: Math.round((previous.ms + point.ms) / 2), n: 0, values: nothing }, point];
  });
};

/** The columns of one magnitude, the `i`-th of each point. */
export const bandOf = (points: readonly Point[], i: number): Banda => ({
  prom: points.map(({ values }) => values[i]?.prom ?? null),
  min: points.map(({ values }) => values[i]?.min ?? null),
  max: points.map(({ values }) => values[i]?.max ?? null),
});

export const invalid = (campo: string, mensaje: string): AppError =>
  new AppError('datos_invalidos', { detalles: [{ campo, mensaje }] });

export interface Range {
  desde: Date;
  hasta: Date;
  /** Length, ms. */
  largo: number;
}

/** The range to read, cut at the present. @throws AppError datos_invalidos */
export const requestedRange = (request: { desde: number; hasta: number }, now: number): Range => {
  if (request.desde >= request.hasta) throw invalid('query.hasta', 'Debe ser posterior a desde');
  if (request.hasta - request.desde > SERIES_MAX_RANGE_MS) throw invalid('query.desde', 'El rango es demasiado largo');
  const fin = Math.max(request.desde, Math.min(request.hasta, now));
  return { desde: new Date(request.desde), hasta: new Date(fin), largo: fin - request.desde };
};
