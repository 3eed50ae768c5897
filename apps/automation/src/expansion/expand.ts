import { civilDay, DAY_S, dayMatches, inSeason, minutesOf } from './calendar.js';
import { withExceptions } from './exceptions.js';
import { sequence, spanOf } from './sequence.js';
import { sunOf } from './sun.js';
import { type Corrida, type Farm, type ProgramaExpandible, type Span, turnoId } from './types.js';
import { windowEnd } from './window.js';
import { clockOf, type ZoneClock } from './zone-clock.js';

const MINUTE_MS = 60_000;

/**
 * The runs of a program that start in [desde, hasta), ms, by start. Pure: the same input gives the same runs.
 * @throws AppError `datos_invalidos` for a program that is too large
 */
export const expand = (programa: ProgramaExpandible, farm: Farm, desde: number, hasta: number): Corrida[] =>
  ordered([...startsIn(programa, farm, desde, hasta)].flat());

function* startsIn(programa: ProgramaExpandible, farm: Farm, desde: number, hasta: number): Generator<Corrida[], void> {
  const clock = clockOf(farm.zona);
  const planes = new Map<number, Span[]>();
  const planOf = (month: number): Span[] => {
    const percentage = percentageOf(programa, month);
    let plan = planes.get(percentage);
    if (!plan) planes.set(percentage, (plan = sequence(programa, percentage, farm)));
    return plan;
  };
  const prefix = `${programa.id}-`;
  const movesTurns = [...(farm.exceptions?.keys() ?? [])].some((turno_id) => turno_id.startsWith(prefix));
  // A run may begin on a later day than its program, and sunset + 12 h is the next day.
  const back = Math.ceil(longest(programa, planOf) / DAY_S) + 1;
  const last = clock.dayAt(hasta) + 1;
  for (let day = clock.dayAt(desde) - back; day <= last; day += 1) {
    const civil = civilDay(day);
    if (!inSeason(programa.temporada, civil) || !dayMatches(programa.dias, day)) continue;
    for (const riego of startsOn(programa, farm, clock, day)) {
      const isDue = ({ desde_s }: Span): boolean => riego + desde_s * 1_000 >= desde && riego + desde_s * 1_000 < hasta;
      const plan = planOf(civil.month);
      // A turn that was moved may come from outside, and its pump follows all valves of the start.
      const planned = runsOf(programa, clock, movesTurns ? plan : plan.filter(isDue), riego);
      yield withExceptions(programa, farm, clock, planned).filter(({ inicio }) => inicio >= desde && inicio < hasta);
    }
  }
}

/** The runs of the one start at `riego`, ms, without exceptions; none = the program does not start then. */
export const startAt = (programa: ProgramaExpandible, farm: Farm, riego: number): Corrida[] => {
  const clock = clockOf(farm.zona);
  const around = clock.dayAt(riego);
  // Sunset + 12 h is the next day.
  for (const day of [around, around - 1, around + 1]) {
    const civil = civilDay(day);
    if (!inSeason(programa.temporada, civil) || !dayMatches(programa.dias, day)) continue;
    if (!startsOn(programa, farm, clock, day).has(riego)) continue;
    return runsOf(programa, clock, sequence(programa, percentageOf(programa, civil.month), farm), riego);
  }
  return [];
};

/** By start. Two starts may claim one switch at the same second: the longer run wins. */
const ordered = (all: readonly Corrida[]): Corrida[] => {
  const corridas = new Map<string, Corrida>();
  for (const corrida of all) {
    const known = corridas.get(corrida.turno_id);
    if (!known || known.segundos < corrida.segundos) corridas.set(corrida.turno_id, corrida);
  }
  return [...corridas.values()].sort((a, b) => a.inicio - b.inicio || (a.turno_id < b.turno_id ? -1 : 1));
};

const percentageOf = ({ porcentajes }: ProgramaExpandible, month: number): number => porcentajes?.[month - 1] ?? 100;

const longest = ({ porcentajes }: ProgramaExpandible, planOf: (month: number) => Span[]): number =>
  Math.max(...(porcentajes ?? [100]).map((_, month) => spanOf(planOf(month + 1))));

/** The distinct instants at which a program starts on a day of the zone. */
export const startsOn = (
  { inicios }: Pick<ProgramaExpandible, 'inicios'>,
  farm: Farm,
  clock: ZoneClock,
  day: number,
): Set<number> => {
  const starts = new Set<number>();
  for (const inicio of inicios) {
    if (typeof inicio === 'string') starts.add(clock.instant(day, minutesOf(inicio)));
    else {
      const at = sunOf(farm, day)?.[inicio.sol] ?? null;
      if (at !== null) starts.add(at + inicio.minutos * MINUTE_MS);
    }
  }
  return starts;
};

/** The runs of a program that starts at `riego`, cut to its window. */
export const runsOf = (
  { id, ventana }: Pick<ProgramaExpandible, 'id' | 'ventana'>,
  clock: ZoneClock,
  plan: readonly Span[],
  riego: number,
): Corrida[] => {
  const end = ventana ? windowEnd(ventana, clock, riego) : Infinity;
  return plan.map(({ objeto, desde_s, segundos, litros, hasta }) => {
    const inicio = riego + desde_s * 1_000;
    const outside = inicio >= end;
    return {
      turno_id: turnoId(id, inicio, objeto),
      programa_id: id,
      objeto,
      riego,
      inicio,
      segundos: outside ? segundos : Math.min(segundos, (end - inicio) / 1_000),
      pedidos_s: segundos,
      ...(litros !== undefined && { litros }),
      ...(hasta && { hasta }),
      outside,
    };
  });
};
