import { excessOf, PROGRAMA_LIMITS, runsOfProgram } from '@acequia/contracts';
import type { Farm } from '../expansion/types.js';
import type { ProgramaEntity } from '../storage/programa.entity.js';
import { isRunning } from './plan.js';
import { texts } from './textos.js';

type Judged = Pick<ProgramaEntity, 'id' | 'activo' | 'pausado' | 'definicion'>;

/**
 * Which programs of a company are planned, counted before anything is expanded. `impediments`: by program, why a running one is not.
 * Older programs go before newer ones.
 */
export const judge = <P extends Judged>(
  programas: readonly P[],
  { pumps }: Pick<Farm, 'pumps'>,
): { planned: P[]; impediments: Map<number, string> } => {
  const impediments = new Map<number, string>();
  const planned: P[] = [];
  let all = 0;
  for (const programa of [...programas].filter(isRunning).sort((a, b) => a.id - b.id)) {
    const excess = excessOf(programa.definicion, pumps);
    const runs = excess ? 0 : runsOfProgram(programa.definicion, pumps);
    if (excess) impediments.set(programa.id, excess.mensaje);
    else if (all + runs > PROGRAMA_LIMITS.RUNS_OF_EMPRESA)
      impediments.set(programa.id, texts.tooManyTogether(all + runs));
    else {
      planned.push(programa);
      all += runs;
    }
  }
  return { planned, impediments };
};
