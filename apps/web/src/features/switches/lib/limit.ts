import { duration } from '@acequia/contracts';
import { texts } from '../textos.js';

/** Units of the limit field, s. */
export const UNITS = { min: 60, h: 3_600 } as const;
export type Unit = keyof typeof UNITS;

/** The unit for a limit: hours for whole hours and for none, otherwise minutes. */
export const unitOf = (seconds: number | null): Unit => (seconds !== null && seconds % UNITS.h !== 0 ? 'min' : 'h');

/** A switch's own limit in readable form; null when the limit of its type applies. */
export const writtenLimit = (seconds: number | null): string | null =>
  seconds === null ? null : seconds === 0 ? texts.limit.unlimited : duration(seconds / 60);
