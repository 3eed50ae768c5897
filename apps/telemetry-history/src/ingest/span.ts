import type { Lectura } from './rows.js';

/** A part of {@link BatchChanges}: increments to one quarter of an hour of one sensor, in hundredths. Values are counted separately: either may be missing. */
export class Span {
  n_temperatura = 0;
  suma_temperatura = 0;
  min_temperatura: number | null = null;
  max_temperatura: number | null = null;
  n_humedad = 0;
  suma_humedad = 0;
  min_humedad: number | null = null;
  max_humedad: number | null = null;

  constructor(
    readonly placa_id: number,
    readonly pin: number,
    /** First instant of the quarter, ms. */
    readonly ts: number,
  ) {}

  addUp({ temperatura, humedad }: Lectura): void {
    if (temperatura !== null) {
      this.n_temperatura += 1;
      this.suma_temperatura += temperatura;
      this.min_temperatura = Math.min(this.min_temperatura ?? temperatura, temperatura);
      this.max_temperatura = Math.max(this.max_temperatura ?? temperatura, temperatura);
    }
    if (humedad !== null) {
      this.n_humedad += 1;
      this.suma_humedad += humedad;
      this.min_humedad = Math.min(this.min_humedad ?? humedad, humedad);
      this.max_humedad = Math.max(this.max_humedad ?? humedad, humedad);
    }
  }
}
