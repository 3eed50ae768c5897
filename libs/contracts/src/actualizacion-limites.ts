// Apart from the schemas, so that a browser can load this without zod.
import type { Dialecto } from './dialecto.js';

/** Percent of the boards that have it at the end of each ola, and at least one more than at the end of the one before. */
const OLAS = [1, 10, 100] as const;
/** More failures than this share of an ola pause it: in an ola of fewer than 100 boards, one. */
export const TOLERATED_FAILURES = 0.01;
/** No board is begun while one of its turnos is nearer than this, min. */
export const CERCA_DE_TURNO_MIN = 30;
/** A board that says nothing for so long after it was begun counts as failed, min. */
export const SILENCE_MIN = 20;

/** Firmwares that a server can tell to install another. ESPHome has no such message. */
export const DIALECTOS_WITH_UPDATES = ['acequia', 'tasmota', 'shelly'] as const satisfies readonly Dialecto[];
export type DialectoWithUpdates = (typeof DIALECTOS_WITH_UPDATES)[number];

/** How many boards each ola has, of so many in all. */
export const sizesOfOlas = (boards: number): number[] => {
  const sizes: number[] = [];
  let before = 0;
  for (const percent of OLAS) {
    const upTo = Math.min(boards, Math.max(before + 1, Math.ceil((boards * percent) / 100)));
    if (upTo > before) sizes.push(upTo - before);
    before = upTo;
  }
  return sizes;
};
