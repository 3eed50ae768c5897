import type { SerieEnergia } from '@acequia/contracts';
import { elegirPaso, type Nivel } from './paso.js';
import { conHuecos, CRUDO_MS, type Punto, type Rango } from './puntos.js';

/** Where the points of one series come from. */
export interface Fuente {
  /** Raw samples in the range; null when raw data no longer reaches back that far. */
  contar(rango: Rango): Promise<number | null>;
  /** All of them, oldest first. */
  muestras(rango: Rango): Promise<Punto[]>;
  /** Points of a step, empty ones too. */
  intervalos(rango: Rango, nivel: Nivel): Promise<Punto[]>;
}

export interface SerieLeida {
  nivel: SerieEnergia['nivel'];
  paso_s: number | null;
  puntos: Punto[];
}

/** The finest picture of a range in at most `ancho` points: the samples themselves where they fit, else steps. */
export const leerSerie = async (fuente: Fuente, rango: Rango, ancho: number): Promise<SerieLeida> => {
  const cuantas = rango.largo <= CRUDO_MS ? await fuente.contar(rango) : null;
  if (cuantas !== null && cuantas <= ancho) {
    const puntos = conHuecos(await fuente.muestras(rango), rango.largo);
    if (puntos.length <= ancho) return { nivel: 'muestras', paso_s: null, puntos };
  }
  const nivel = elegirPaso(rango.largo / 1_000, ancho, cuantas);
  return { nivel: 'intervalos', paso_s: nivel.paso_s, puntos: await fuente.intervalos(rango, nivel) };
};
