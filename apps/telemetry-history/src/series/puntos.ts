import { AppError, type Banda, SERIE_RANGO_MAXIMO_MS } from '@acequia/contracts';

/** Up to here raw samples are counted, and put together as asked. */
export const CRUDO_MS = 2 * 86_400_000;
/** Two samples further apart than this have a gap between them. */
const HUECO_MS = 5 * 60_000;

/** A row with columns named after magnitudes. */
export type Fila = Record<string, string | number | null>;

/** One point of a series: average, least and most of each magnitude, in its own unit. */
export interface Punto {
  ms: number;
  /** Samples in it; 0 = a gap. */
  n: number;
  valores: { prom: number | null; min: number | null; max: number | null }[];
}

/** What is measured: its column, and by how much it is multiplied there. */
export type Magnitud = readonly [columna: string, escala: number];

/** Aggregates of raw rows, and of rows that are roll-ups already; both with columns n_x, suma_x, min_x and max_x. */
export const deMuestras = (magnitudes: readonly Magnitud[]): string[] =>
  magnitudes.flatMap(([x]) => [
    `count(${x}) AS n_${x}`,
    `sum(${x}::bigint) AS suma_${x}`,
    `min(${x}) AS min_${x}`,
    `max(${x}) AS max_${x}`,
  ]);
export const deTramos = (magnitudes: readonly Magnitud[]): string[] =>
  magnitudes.flatMap(([x]) => [
    `sum(n_${x}) AS n_${x}`,
    `sum(suma_${x}) AS suma_${x}`,
    `min(min_${x}) AS min_${x}`,
    `max(max_${x}) AS max_${x}`,
  ]);

const escalado = (value: unknown, escala: number): number | null =>
  value === null || value === undefined ? null : Number(value) / escala;
/** One digit more than what was measured has. */
const promedio = (suma: unknown, n: unknown, escala: number): number | null => {
  const cuantos = Number(n ?? 0);
  return cuantos === 0 ? null : Math.round((Number(suma) / cuantos) * 10) / (escala * 10);
};

/** A raw row, with ms, as a point. */
export const comoMuestra = (fila: Fila, magnitudes: readonly Magnitud[]): Punto => ({
  ms: Number(fila['ms']),
  n: 1,
  valores: magnitudes.map(([x, escala]) => {
    const valor = escalado(fila[x], escala);
    return { prom: valor, min: valor, max: valor };
  }),
});

/** A row of aggregates, with ms and n, as a point. */
export const comoIntervalo = (magnitudes: readonly Magnitud[]): ((fila: Fila) => Punto) => {
  const columnas = magnitudes.map(([x, escala]) => [`suma_${x}`, `n_${x}`, `min_${x}`, `max_${x}`, escala] as const);
  return (fila) => ({
    ms: Number(fila['ms']),
    n: Number(fila['n'] ?? 0),
    valores: columnas.map(([suma, n, min, max, escala]) => ({
      prom: promedio(fila[suma], fila[n], escala),
      min: escalado(fila[min], escala),
      max: escalado(fila[max], escala),
    })),
  });
};

/** A point without values between two samples that are far apart: a line must not join them. */
export const conHuecos = (muestras: readonly Punto[], rango_ms: number): Punto[] => {
  const hueco = Math.max(HUECO_MS, rango_ms / 100);
  return muestras.flatMap((punto, i) => {
    const previo = muestras[i - 1];
    if (!previo || punto.ms - previo.ms <= hueco) return [punto];
    const nada = punto.valores.map(() => ({ prom: null, min: null, max: null }));
    return [{ ms: Math.round((previo.ms + punto.ms) / 2), n: 0, valores: nada }, punto];
  });
};

/** The columns of one magnitude, the `i`-th of each point. */
export const bandaDe = (puntos: readonly Punto[], i: number): Banda => ({
  prom: puntos.map(({ valores }) => valores[i]?.prom ?? null),
  min: puntos.map(({ valores }) => valores[i]?.min ?? null),
  max: puntos.map(({ valores }) => valores[i]?.max ?? null),
});

export const invalido = (campo: string, mensaje: string): AppError =>
  new AppError('datos_invalidos', { detalles: [{ campo, mensaje }] });

export interface Rango {
  desde: Date;
  hasta: Date;
  /** Length, ms. */
  largo: number;
}

/** The range that is read: nobody has measured the future. @throws AppError datos_invalidos */
export const rangoPedido = (pedido: { desde: number; hasta: number }, ahora: number): Rango => {
  if (pedido.desde >= pedido.hasta) throw invalido('query.hasta', 'Debe ser posterior a desde');
  if (pedido.hasta - pedido.desde > SERIE_RANGO_MAXIMO_MS) throw invalido('query.desde', 'El rango es demasiado largo');
  const fin = Math.max(pedido.desde, Math.min(pedido.hasta, ahora));
  return { desde: new Date(pedido.desde), hasta: new Date(fin), largo: fin - pedido.desde };
};
