import { duration } from '../../../lib/format/duration.js';
import { texts } from '../textos.js';

/** In what a person types a longest time on; s. */
export const UNITS = { min: 60, h: 3_600 } as const;
export type Unit = keyof typeof UNITS;

/** The unit in which `segundos` reads shortest; hours where nothing was said. */
export const unitOf = (seconds: number | null): Unit => (seconds !== null && seconds % UNITS.h !== 0 ? 'min' : 'h');

/** A switch's own limit as it is read; null where it has that of its type. */
export const writtenLimit = (seconds: number | null): string | null =>
  seconds === null ? null : seconds === 0 ? texts.limitOf.sinLimite : duration(seconds / 60);
