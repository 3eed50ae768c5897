import type { SerieEnergia } from '@acequia/contracts';
import { chooseStep, type Level } from './step.js';
import { withGaps, RAW_MS, type Point, type Range } from './points.js';

/** Where the points of one series come from. */
export interface Source {
  /** Raw samples in the range; null when raw data no longer reaches back that far. */
  count(range: Range): Promise<number | null>;
  /** All of them, oldest first. */
  muestras(range: Range): Promise<Point[]>;
  /** Points of a step, empty ones too. */
  intervalos(range: Range, nivel: Level): Promise<Point[]>;
}

export interface ReadSeries {
  nivel: SerieEnergia['nivel'];
  paso_s: number | null;
  points: Point[];
}

/** The finest picture of a range in at most `ancho` points: the samples themselves where they fit, else steps. */
export const leerSerie = async (source: Source, range: Range, ancho: number): Promise<ReadSeries> => {
  const howMany = range.largo <= RAW_MS ? await source.count(range) : null;
  if (howMany !== null && howMany <= ancho) {
    const points = withGaps(await source.muestras(range), range.largo);
    if (points.length <= ancho) return { nivel: 'muestras', paso_s: null, points };
  }
  const nivel = chooseStep(range.largo / 1_000, ancho, howMany);
  return { nivel: 'intervalos', paso_s: nivel.paso_s, points: await source.intervalos(range, nivel) };
};
