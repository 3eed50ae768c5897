import { DAY_MS } from '../expansion/calendar.js';
import type { ProgramaEntity } from '../storage/programa.entity.js';
import { type Granted, reaches } from '../storage/reach.js';
import type { KnownFarm } from '../storage/farm.repository.js';
import { planOf, type Previsto } from './plan.js';
import { byStart, type Place } from '../storage/place.js';

export interface DistantRequest {
  /** Programs that are planned. */
  programas: readonly ProgramaEntity[];
  farm: KnownFarm;
  /** ms. */
  desde: number;
  hasta: number;
  /** Only what comes after it. */
  after: Place | null;
  switch_id: number | undefined;
  granted: Granted | null;
  most: number;
}

/** The first `most` turns of [desde, hasta) by start: day by day, so that no more is expanded than is asked for. */
export const distantOf = (request: DistantRequest): Previsto[] => {
  const { programas, farm, hasta, after, switch_id, granted, most } = request;
  const found: Previsto[] = [];
  for (let from = request.desde; from < hasta && found.length < most; from += DAY_MS) {
    const day = planOf(programas, farm, [], from, Math.min(from + DAY_MS, hasta)).filter(
      (turno) =>
        reaches(granted, turno) &&
        (switch_id === undefined || turno.switch_id === switch_id) &&
        (after === null || byStart(turno, after) > 0),
    );
    found.push(...day.sort(byStart));
  }
  return found.slice(0, most);
};
