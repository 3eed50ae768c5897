import type { EstadoTurno } from '@acequia/contracts';
import type { ProgramaEntity } from '../storage/programa.entity.js';
import type { KnownFarm } from '../storage/farm.repository.js';
import { type Followed, startOf, withFollowed } from './followed.js';
import { planOf, type Previsto, type Veda } from './plan.js';

/** Turns of one statement: the event loop turns in between. */
const ROWS = 1_000;

export interface PlanRequest {
  /** Programs that are planned. */
  programas: readonly ProgramaEntity[];
  farm: KnownFarm;
  vedas: readonly Veda[];
  followed: Followed;
  /** Starts of which a person skipped the rest. */
  stopped: ReadonlySet<string>;
  /** Turns that were due since and may still start. */
  late: readonly { turno_id: string; inicio: number }[];
  /** ms. */
  now: number;
  hasta: number;
}

/** A company's plan as its statements take it: nothing is left to do for the thread that answers others. */
export interface CompanyPlan {
  /** JSON of rows of `turnos`. */
  batches: string[];
  /** Array literals of the keys of all turns, and of those that are to run. */
  all: string;
  running: string;
  /** By key, of `late`; one that the plan does not want is missing. */
  late: Map<string, EstadoTurno>;
}

export const companyPlan = (request: PlanRequest): CompanyPlan => {
  const { programas, farm, vedas, followed, stopped, late, now, hasta } = request;
  const plan = withFollowed(planOf(programas, farm, vedas, now, hasta), followed, now).filter(
    (turno) => !stopped.has(startOf(turno)),
  );
  const since = Math.min(now, ...late.map(({ inicio }) => inicio));
  const past = since < now ? planOf(programas, farm, vedas, since, now) : [];
  const wanted = new Map(
    [...past, ...plan, ...[...followed.values()].flat()].map((turno) => [turno.turno_id, turno.estado]),
  );
  return {
    batches: batchesOf(plan),
    all: literalOf(plan),
    running: literalOf(plan.filter(({ estado }) => estado === 'previsto')),
    late: new Map(
      late.flatMap(({ turno_id }) => {
        const estado = wanted.get(turno_id);
        return estado === undefined ? [] : [[turno_id, estado] as const];
      }),
    ),
  };
};

export const batchesOf = (plan: readonly Previsto[]): string[] =>
  Array.from({ length: Math.ceil(plan.length / ROWS) }, (_, n) => JSON.stringify(plan.slice(n * ROWS, (n + 1) * ROWS)));

/** As text, because the driver would quote tens of thousands of keys one by one. Keys need no quotes. */
const literalOf = (turnos: readonly Previsto[]): string => `{${turnos.map(({ turno_id }) => turno_id).join(',')}}`;
