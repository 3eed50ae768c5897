import { stepTarget } from '@acequia/contracts';
import { REACH_MS } from '../agenda/agenda.service.js';
import { withExceptions } from '../expansion/exceptions.js';
import { runsOf, startAt } from '../expansion/expand.js';
import { pumpPlans, pumps, SEAM_S } from '../expansion/pumps.js';
import { layOut, type Together } from '../expansion/sequence.js';
import {
  type Corrida,
  type Farm,
  idOf,
  type ProgramaExpandible,
  type Span,
  type StepTarget,
} from '../expansion/types.js';
import { clockOf } from '../expansion/zone-clock.js';

/** A stored turn of a start that is in progress. Times in ms. */
export interface StoredTurn {
  turno_id: string;
  objeto: StepTarget;
  inicio: number;
  /** Seconds according to the program of then. */
  pedidos_s: number;
  /** When it truly began and ended; of one that is open, as things stand. */
  from: number;
  until: number;
  /** A person skipped it. */
  skipped: boolean;
}

/** A start of a program that is not over. `riego` in ms. */
export interface StartInProgress {
  programa_id: number;
  riego: number;
  turns: readonly StoredTurn[];
}

const counted = (turns: readonly { objeto: StepTarget }[]): Map<StepTarget, number> => {
  const counts = new Map<StepTarget, number>();
  for (const { objeto } of turns) counts.set(objeto, (counts.get(objeto) ?? 0) + 1);
  return counts;
};

/** One less of this target; false = none is left. */
const take = (counts: Map<StepTarget, number>, objeto: StepTarget): boolean => {
  const left = counts.get(objeto) ?? 0;
  if (left > 0) counts.set(objeto, left - 1);
  return left > 0;
};

/**
 * The runs of a start whose program was changed while it runs: what has begun stays as it is and is not repeated, and the others count
 * from its true end. null = the program still plans what has begun, so its hours stay. `added`: the targets of the steps that the
 * change added; `now` in ms.
 */
export const followRunning = (
  programa: ProgramaExpandible,
  farm: Farm,
  { riego, turns }: Pick<StartInProgress, 'riego' | 'turns'>,
  added: ReadonlySet<StepTarget>,
  now: number,
): Corrida[] | null => {
  const clock = clockOf(farm.zona);
  const bare = startAt(programa, farm, riego);
  if (bare.length === 0) return null;
  const planned = new Map(withExceptions(programa, farm, clock, bare).map((run) => [run.turno_id, run]));
  const steps = new Set(programa.pasos.map(stepTarget));
  const pumped = new Set(farm.pumps.map(({ switch_id }): StepTarget => `s${switch_id}`));
  const isPump = ({ objeto }: { objeto: StepTarget }): boolean => pumped.has(objeto) && !steps.has(objeto);
  const due = turns.filter(({ inicio }) => inicio <= now);
  const ofSteps = turns.filter((turn) => !isPump(turn));

  const isDecided = ({ inicio, skipped }: StoredTurn): boolean => skipped || inicio <= now;
  const done = counted(ofSteps.filter(isDecided));
  const left = bare.flatMap((run) => (isPump(run) || take(done, run.objeto) ? [] : (planned.get(run.turno_id) ?? run)));
  const waiting = counted(ofSteps.filter((turn) => !isDecided(turn)));
  for (const run of left) if (run.inicio > now) take(waiting, run.objeto);
  // What had its hour without a row was paused then: an edit does not make up for it.
  const rest = left.filter(({ inicio, objeto }) => inicio > now || added.has(objeto) || take(waiting, objeto));
  const isPlanned = ({ turno_id, pedidos_s }: StoredTurn): boolean => planned.get(turno_id)?.pedidos_s === pedidos_s;
  if (due.every(isPlanned) && rest.every(({ inicio }) => inicio > now)) return null;

  const since = (at: number): number => Math.ceil((at - riego) / 1_000);
  const from_s = since(now + REACH_MS);
  const begun = due
    .filter((turn) => !isPump(turn) && turn.until > turn.from)
    .map(({ objeto, from, until }) => ({ objeto, desde_s: since(from), segundos: since(until) - since(from) }));
  // A turn that a person moved stays where they put it.
  const moved = rest.filter((run) => run.planned && run.inicio > now);
  const laid = layOut(
    programa,
    togetherOf(rest.filter((run) => !moved.includes(run))),
    pumpPlans(farm, [...steps, ...begun.map(({ objeto }) => objeto)], programa),
    { begun, from_s },
  );
  const ahead = [
    ...laid,
    ...moved
      .filter(({ outside }) => !outside)
      .map(({ objeto, inicio, segundos }) => ({ objeto, segundos, desde_s: since(inicio) })),
  ];
  const goOn = (run: Span): Span[] => {
    const to = run.desde_s + run.segundos;
    if (riego + run.desde_s * 1_000 > now) return [run];
    const ends = due
      .filter(({ objeto, until }) => objeto === run.objeto && until > now)
      .map(({ until }) => since(until));
    const desde_s =
      ends.length > 0 ? Math.max(from_s, Math.max(...ends) - seamOf(run, farm)) : firstOf(run, ahead, farm);
    return desde_s < to ? [{ ...run, desde_s, segundos: to - desde_s }] : [];
  };
  const runs = [...laid, ...pumps([...begun, ...ahead], farm, programa).flatMap(goOn)];
  const kept = due.filter((turn) => steps.has(turn.objeto) || isPump(turn));
  return [
    ...kept.map(({ turno_id, objeto, inicio, pedidos_s }) => ({
      turno_id,
      objeto,
      inicio,
      pedidos_s,
      riego,
      programa_id: programa.id,
      segundos: pedidos_s,
      outside: false,
    })),
    ...moved,
    ...runsOf(programa, clock, runs, riego),
  ];
};

const togetherOf = (runs: readonly Corrida[]): Together[] => {
  const groups = new Map<number, Corrida[]>();
  for (const run of runs) groups.set(run.inicio, [...(groups.get(run.inicio) ?? []), run]);
  return [...groups.values()].map((group) =>
    group.map(({ objeto, pedidos_s, litros, hasta }) => ({
      objeto,
      segundos: pedidos_s,
      ...(litros !== undefined && { litros }),
      ...(hasta && { hasta }),
    })),
  );
};

const pumpOf = ({ objeto }: Span, { pumps: all }: Farm) => all.find(({ switch_id }) => switch_id === idOf(objeto));

/** How long before the end of a pump's run the next one begins, s: only its own board goes from one to the other without a stop. */
const seamOf = (run: Span, farm: Farm): number => (pumpOf(run, farm)?.between === 'kept' ? 0 : SEAM_S);

/** When a pump whose run ended early goes on again: with the next of its valves. */
const firstOf = (run: Span, ahead: readonly Span[], farm: Farm): number => {
  const pump = pumpOf(run, farm);
  const openings = ahead.filter(({ objeto }) => pump?.valves.has(idOf(objeto)) && objeto.startsWith('s'));
  return Math.min(...openings.map(({ desde_s }) => desde_s)) + (pump?.encendido_s ?? 0);
};
