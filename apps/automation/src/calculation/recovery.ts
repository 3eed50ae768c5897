import type { ConflictTipo, HastaHumedad } from '@acequia/contracts';
import { minutesOf } from '../expansion/calendar.js';
import { runsOf } from '../expansion/expand.js';
import { sequence } from '../expansion/sequence.js';
import { type Corrida, idOf, isSwitch, type ProgramaExpandible, type StepTarget } from '../expansion/types.js';
import { windowEnd } from '../expansion/window.js';
import { clockOf, type ZoneClock } from '../expansion/zone-clock.js';
import type { KnownFarm } from '../storage/farm.repository.js';
import type { ProgramaEntity } from '../storage/programa.entity.js';
import { conflictsOf } from './conflicts.js';
import { type Previsto, turnoOf, type Veda } from './plan.js';

/** A turn is made up for within this time, or not at all, ms. */
export const RECOVER_WITHIN_MS = 36 * 3_600_000;
/** Moments that are tried. */
const TRIES = 500;
const MINUTE_MS = 60_000;

/** What a recovery must not do, beside other turns or alone. */
const FORBIDDEN: ReadonlySet<ConflictTipo> = new Set([
  'mismo_switch',
  'exclusion',
  'limite_valvulas',
  'limite_caudal',
  'maximo_encendido',
]);

interface Around {
  farm: KnownFarm;
  vedas: readonly Veda[];
  /** Turns of the company that run or are planned meanwhile. */
  busy: readonly Corrida[];
  /** The first moment at which it may begin, ms, a whole second. */
  from: number;
}

/** What is to be watered of a step. */
export interface Missing {
  objeto: StepTarget;
  segundos: number;
  /** What ends it before its seconds; absent = nothing. */
  litros?: number;
  hasta?: HastaHumedad;
}

/**
 * The turns that water what is missing of one step of a program, its pump included, as early as its window, its limits, the interlocks, the
 * other turns and «No regar» allow; null = not within {@link RECOVER_WITHIN_MS}.
 */
export const recoveryOf = (
  programa: Pick<ProgramaEntity, 'id' | 'empresa_id' | 'definicion'>,
  missing: Missing,
  { farm, vedas, busy, from }: Around,
): Previsto[] | null => {
  const alone = onlyStep(programa, missing);
  const clock = clockOf(farm.zona);
  const plan = sequence(alone, 100, farm);
  const rest_ms = Math.max(alone.remojo?.pausa_s ?? 0, alone.pausa_s ?? 0) * 1_000;
  let riego = from;
  for (let tries = 0; tries < TRIES && riego < from + RECOVER_WITHIN_MS; tries += 1) {
    const window = alone.ventana ? windowEnd(alone.ventana, clock, riego) : Infinity;
    if (alone.ventana && window === -Infinity) {
      riego = opening(alone.ventana.desde, clock, riego);
      continue;
    }
    const runs = runsOf(alone, clock, plan, riego);
    if (runs.some(({ outside, segundos, pedidos_s }) => outside || segundos < pedidos_s)) {
      riego = window;
      continue;
    }
    const previstos = runs.flatMap((run) => turnoOf(run, programa, farm, vedas, 1) ?? []);
    if (previstos.length < runs.length) return null;
    if (previstos.some(({ estado }) => estado !== 'previsto')) {
      const over = Math.min(...vedas.map(({ hasta }) => hasta).filter((hasta) => hasta > riego));
      // Not held back by «No regar»: its switch is inactive.
      if (!Number.isFinite(over)) return null;
      riego = wholeSecond(over);
      continue;
    }
    const end = Math.max(...runs.map(endOf));
    const near = busy.filter((one) => endOf(one) + rest_ms >= riego && one.inicio <= end + rest_ms);
    // Its own turns that follow each other without a gap are one time on, with its longest.
    const own = busy.filter((one) => !near.includes(one) && runs.some(({ objeto }) => objeto === one.objeto));
    const conflicts = conflictsOf(alone, runs, [...near, ...own], farm);
    const isOurs = (turno_ids: readonly string[]): boolean => runs.some(({ turno_id }) => turno_ids.includes(turno_id));
    if (!conflicts.some(({ tipo, turno_ids }) => FORBIDDEN.has(tipo) && isOurs(turno_ids))) return previstos;
    const hasJustEnded = near.some((one) => endOf(one) === riego && runs.some(({ objeto }) => objeto === one.objeto));
    const ends = near.map(endOf).filter((at) => at > riego);
    riego = !hasJustEnded && ends.length > 0 ? wholeSecond(Math.min(...ends)) : riego + MINUTE_MS;
  }
  return null;
};

const onlyStep = (
  { id, definicion: { limite, remojo, pausa_s, ventana, dias } }: Pick<ProgramaEntity, 'id' | 'definicion'>,
  { objeto, segundos, litros, hasta }: Missing,
): ProgramaExpandible => ({
  id,
  dias,
  inicios: [],
  pasos: [
    isSwitch(objeto)
      ? {
          switch_id: idOf(objeto),
          duracion_s: segundos,
          ...(litros !== undefined && { volumen_m3: litros / 1_000 }),
          ...(hasta && { hasta }),
        }
      : { dispositivo_id: idOf(objeto), duracion_s: segundos },
  ],
  ...(limite && { limite }),
  ...(remojo && { remojo }),
  ...(pausa_s !== undefined && { pausa_s }),
  ...(ventana && { ventana }),
});

const endOf = ({ inicio, segundos }: Pick<Corrida, 'inicio' | 'segundos'>): number => inicio + segundos * 1_000;
const wholeSecond = (at: number): number => Math.ceil(at / 1_000) * 1_000;

/** When a window opens next, ms. */
const opening = (desde: string, clock: ZoneClock, after: number): number => {
  const today = clock.dayAt(after);
  const openings = [today, today + 1].map((day) => clock.instant(day, minutesOf(desde)));
  return Math.min(...openings.filter((at) => at > after));
};
