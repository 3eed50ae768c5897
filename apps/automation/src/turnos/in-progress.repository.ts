import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { expand } from '../expansion/expand.js';
import type { StepTarget } from '../expansion/types.js';
import type { ProgramaEntity } from '../programas/programa.entity.js';
import type { KnownFarm } from './farm.repository.js';
import { type BegunTurn, followRunning } from './following.js';
import { isRunning, type Previsto, turnoOf, type Veda } from './plan.js';

/** No start of a program lasts longer, ms. */
const LONGEST_MS = 2 * 86_400_000;

/** Due turns of starts that are not over. Their ends in whole seconds: a board's agenda has no finer ones. */
const BEGUN = `SELECT programa_id, riego, coalesce('s' || switch_id, 'd' || dispositivo_id) AS objeto, inicio, pedidos_s,
    ceil((coalesce(CASE WHEN estado <> 'previsto' THEN real_inicio END, inicio) + segundos * 1000::bigint) / 1000.0)::bigint * 1000 AS until
  FROM turnos WHERE empresa_id = $1 AND manual = 0 AND inicio > $2::bigint - ${LONGEST_MS} AND inicio <= $2
    AND (programa_id, riego) IN (SELECT programa_id, riego FROM turnos WHERE empresa_id = $1 AND manual = 0 AND riego <= $2
      AND inicio > $2::bigint - ${LONGEST_MS} AND greatest(inicio, real_inicio) + segundos * 1000::bigint > $2)
  ORDER BY inicio`;

/** A start of a program that is under way. */
interface StartInProgress {
  programa_id: number;
  riego: number;
  begun: BegunTurn[];
}

export const keyOf = ({ programa_id, riego }: { programa_id: number; riego: number }): string =>
  `${programa_id} ${riego}`;

/** What the starts of programs that were changed while they run still make, by {@link keyOf}. */
export type Followed = ReadonlyMap<string, readonly Previsto[]>;

@Injectable()
export class InProgressRepository {
  async followed(
    tx: EntityManager,
    empresa_id: number,
    {
      programas,
      farm,
      vedas,
      now,
    }: { programas: readonly ProgramaEntity[]; farm: KnownFarm; vedas: readonly Veda[]; now: number },
  ): Promise<Followed> {
    const byId = new Map(programas.filter(isRunning).map((programa) => [programa.id, programa]));
    const followed = new Map<string, readonly Previsto[]>();
    for (const start of await this.read(tx, empresa_id, now)) {
      const programa = byId.get(start.programa_id);
      if (!programa) continue;
      const { riego } = start;
      const expandible = { id: programa.id, ...programa.definicion };
      const planned = expand(expandible, farm, riego, riego + LONGEST_MS).filter(
        (corrida) => corrida.riego === riego && turnoOf(corrida, programa, farm, vedas) !== null,
      );
      const runs = planned.length > 0 && followRunning(expandible, farm, planned, start.begun, now);
      if (runs)
        followed.set(
          keyOf(start),
          runs.flatMap((corrida) => turnoOf(corrida, programa, farm, vedas) ?? []),
        );
    }
    return followed;
  }

  private async read(tx: EntityManager, empresa_id: number, now: number): Promise<StartInProgress[]> {
    const rows: {
      programa_id: number;
      riego: string;
      objeto: StepTarget;
      inicio: string;
      pedidos_s: number;
      until: string;
    }[] = await tx.query(BEGUN, [empresa_id, now]);
    const starts = new Map<string, StartInProgress>();
    for (const { objeto, pedidos_s, ...row } of rows) {
      const of = { programa_id: row.programa_id, riego: Number(row.riego) };
      const start = starts.get(keyOf(of)) ?? { ...of, begun: [] };
      starts.set(keyOf(of), start);
      start.begun.push({ objeto, pedidos_s, inicio: Number(row.inicio), until: Number(row.until) });
    }
    return [...starts.values()];
  }
}

/** A plan with these starts as they go on from what has begun. */
export const withFollowed = (plan: readonly Previsto[], followed: Followed, now: number): Previsto[] => [
  ...plan.filter((previsto) => !followed.has(keyOf(previsto))),
  ...[...followed.values()].flat().filter(({ inicio }) => inicio > now),
];
