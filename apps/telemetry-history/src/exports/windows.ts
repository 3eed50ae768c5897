const FIRST_MS = 3_600_000;
const MINIMA_MS = 1_000;
const MAXIMA_MS = 31 * 86_400_000;
/** How much wider or narrower the next window may be: rows of days to come are not known from those of one. */
const PASO = 4;

/** A stretch of time [desde, hasta), as Postgres reads it. */
export interface Window {
  desde: string;
  hasta: string;
}

/** All of time. */
export const ALWAYS: Window = { desde: '-infinity', hasta: 'infinity' };

/**
 * Cuts a range of time into windows that hold about as many bytes as wanted, one after the other without a gap. Each piece of
 * a file is then a query of its own: one that took minutes would keep, for as long, every older version of the rows that ingest
 * updates ten times a second, and each update would have to step over all of them.
 */
export class Windows {
  private ancho = FIRST_MS;
  private empty = false;

  /** ms; an empty range has no window. */
  constructor(
    private desde: number,
    private readonly hasta: number,
  ) {}

  /** The window whose turn it is; null = that was all. */
  get actual(): Window | null {
    if (this.desde >= this.hasta) return null;
    return { desde: new Date(this.desde).toISOString(), hasta: new Date(this.fin).toISOString() };
  }

  /** The window grew over empty ones: where rows begin again, it may hold any number of them. */
  get blindly(): boolean {
    return this.empty && this.ancho > FIRST_MS;
  }

  /** The window brought `bytes`; the next one shall bring about `wanted`. */
  advance(bytes: number, wanted: number): void {
    this.desde = this.fin;
    this.empty = bytes === 0;
    const factor = Math.min(PASO, Math.max(1 / PASO, wanted / Math.max(1, bytes)));
    this.ancho = Math.round(Math.min(MAXIMA_MS, Math.max(MINIMA_MS, this.ancho * factor)));
  }

  /** Tries a part of the window first. */
  narrow(): void {
    this.ancho = Math.max(FIRST_MS, Math.round(this.ancho / PASO));
  }

  private get fin(): number {
    return Math.min(this.hasta, this.desde + this.ancho);
  }
}
