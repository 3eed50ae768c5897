const PRIMERA_MS = 3_600_000;
const MINIMA_MS = 1_000;
const MAXIMA_MS = 31 * 86_400_000;
/** How much wider or narrower the next window may be: rows of days to come are not known from those of one. */
const PASO = 4;

/** A stretch of time [desde, hasta), as Postgres reads it. */
export interface Ventana {
  desde: string;
  hasta: string;
}

/** All of time. */
export const SIEMPRE: Ventana = { desde: '-infinity', hasta: 'infinity' };

/**
 * Cuts a range of time into windows that hold about as many bytes as wanted, one after the other without a gap. Each piece of
 * a file is then a query of its own: one that took minutes would keep, for as long, every older version of the rows that ingest
 * updates ten times a second, and each update would have to step over all of them.
 */
export class Ventanas {
  private ancho = PRIMERA_MS;

  /** ms; an empty range has no window. */
  constructor(
    private desde: number,
    private readonly hasta: number,
  ) {}

  /** null = that was all. */
  siguiente(): Ventana | null {
    if (this.desde >= this.hasta) return null;
    const fin = Math.min(this.hasta, this.desde + this.ancho);
    const ventana = { desde: new Date(this.desde).toISOString(), hasta: new Date(fin).toISOString() };
    this.desde = fin;
    return ventana;
  }

  /** The last window brought `bytes`; the next one shall bring about `deseados`. */
  ajustar(bytes: number, deseados: number): void {
    const factor = Math.min(PASO, Math.max(1 / PASO, deseados / Math.max(1, bytes)));
    this.ancho = Math.round(Math.min(MAXIMA_MS, Math.max(MINIMA_MS, this.ancho * factor)));
  }
}
