const FIRST_MS = 3_600_000;
const MINIMA_MS = 1_000;
const MAXIMA_MS = 31 * 86_400_000;
/** Maximum factor between two widths: the density of rows may change from day to day. */
const PASO = 4;

/** A stretch of time [desde, hasta), in Postgres's text form. */
export interface Window {
  desde: string;
  hasta: string;
}

export const ALWAYS: Window = { desde: '-infinity', hasta: 'infinity' };

/**
 * Cuts a range of time into consecutive windows that hold about the wanted number of bytes, without gaps. Each piece of a file is
 * then its own query: one query of minutes would keep all older versions of the rows that ingest updates ten times a second,
 * and each update would have to skip all of them.
 */
export class Windows {
  private ancho = FIRST_MS;
  private empty = false;

  /** Limits in ms; an empty range has no window. */
  constructor(
    private desde: number,
    private readonly hasta: number,
  ) {}

  /** The current window; null at the end. */
  get actual(): Window | null {
    if (this.desde >= this.hasta) return null;
    return { desde: new Date(this.desde).toISOString(), hasta: new Date(this.fin).toISOString() };
  }

  /** True when the window grew over empty ones: where rows begin again it may hold any number of them. */
  get blindly(): boolean {
    return this.empty && this.ancho > FIRST_MS;
  }

  /** Moves on after a window of `bytes` and sizes the next one to hold about `wanted`. */
  advance(bytes: number, wanted: number): void {
    this.desde = this.fin;
    this.empty = bytes === 0;
    const factor = Math.min(PASO, Math.max(1 / PASO, wanted / Math.max(1, bytes)));
    this.ancho = Math.round(Math.min(MAXIMA_MS, Math.max(MINIMA_MS, this.ancho * factor)));
  }

  /** Narrows the current window, to try a part of it first. */
  narrow(): void {
    this.ancho = Math.max(FIRST_MS, Math.round(this.ancho / PASO));
  }

  private get fin(): number {
    return Math.min(this.hasta, this.desde + this.ancho);
  }
}
