import { type CivilDay, civilDay, dayMatches, inSeason } from './calendar.js';
import { sunOf } from './sun.js';
import type { Farm, ProgramaExpandible } from './types.js';
import { clockOf } from './zone-clock.js';

/** The program's days in [desde, hasta) (ms) on which a start by the sun does not happen, because it does not rise or set. */
export const sunlessDays = (
  { inicios, dias, temporada }: Pick<ProgramaExpandible, 'inicios' | 'dias' | 'temporada'>,
  farm: Farm,
  desde: number,
  hasta: number,
): CivilDay[] => {
  const bySun = inicios.flatMap((inicio) => (typeof inicio === 'string' ? [] : [inicio.sol]));
  if (bySun.length === 0 || farm.latitud === null || farm.longitud === null) return [];
  const clock = clockOf(farm.zona);
  const days: CivilDay[] = [];
  for (let day = clock.dayAt(desde); day <= clock.dayAt(hasta - 1); day += 1) {
    const civil = civilDay(day);
    if (!inSeason(temporada, civil) || !dayMatches(dias, day)) continue;
    const sun = sunOf(farm, day);
    if (bySun.some((which) => sun?.[which] === null)) days.push(civil);
  }
  return days;
};
