import type { Turno } from '@acequia/contracts';

/** What a sector was to get today, and has got so far. Turns that were skipped are not counted. */
export interface SectorToday {
  sector: string;
  turnos: number;
  /** Those that are over, and ran. */
  done: number;
  planned_s: number;
  real_s: number;
  /** By the meters, and where there is none by the declared flow; null = none of it is known. */
  m3: number | null;
}

const waterOf = ({ m3_medidos, litros }: Turno): number | null =>
  m3_medidos ?? (litros === null ? null : litros / 1_000);

/** By sector, in the order of their first turn. */
export function bySector(turnos: readonly Turno[], sectorOf: (turno: Turno) => string): SectorToday[] {
  const sectors = new Map<string, SectorToday>();
  for (const turno of turnos.filter(({ estado }) => estado !== 'omitido').toSorted((a, b) => a.inicio - b.inicio)) {
    const sector = sectorOf(turno);
    const known = sectors.get(sector) ?? { sector, turnos: 0, done: 0, planned_s: 0, real_s: 0, m3: null };
    const water = waterOf(turno);
    sectors.set(sector, {
      sector,
      turnos: known.turnos + 1,
      done: known.done + (turno.estado === 'cumplido' || turno.estado === 'parcial' ? 1 : 0),
      planned_s: known.planned_s + turno.segundos,
      real_s: known.real_s + (turno.real_segundos ?? 0),
      m3: water === null ? known.m3 : (known.m3 ?? 0) + water,
    });
  }
  return [...sectors.values()];
}
