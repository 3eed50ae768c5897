import type { SerieEnergia } from '@acequia/contracts';
import { chooseStep, type Level } from './step.js';
import { withGaps, RAW_MS, type Point, type Range } from './points.js';

/** Data source of a series. */
export interface Source {
  /** Number of raw samples in the range; null when raw data does not reach back that far. */
  count(range: Range): Promise<number | null>;
  /** All samples, oldest first. */
  muestras(range: Range): Promise<Point[]>;
  /** Points of one step, including empty ones. */
  intervalos(range: Range, nivel: Level): Promise<Point[]>;
}

export interface ReadSeries {
  nivel: SerieEnergia['nivel'];
  paso_s: number | null;
  points: Point[];
}

/** Reads a range in at most `ancho` points with the best resolution: the samples themselves where they fit, else steps. */
export const readSerie = async (source: Source, range: Range, ancho: number): Promise<ReadSeries> => {
  const howMany = range.largo <= RAW_MS ? await source.count(range) : null;
  if (howMany !== null && howMany <= ancho) {
    const points = withGaps(await source.muestras(range), range.largo);
    if (points.length <= ancho) return { nivel: 'muestras', paso_s: null, points };
  }
  const nivel = chooseStep(range.largo / 1_000, ancho, howMany);
  return { nivel: 'intervalos', paso_s: nivel.paso_s, points: await source.intervalos(range, nivel) };
};
