import { PROGRAMA_LIMITS, stepTarget } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { StepTarget } from '../expansion/types.js';
import type { Definicion, ProgramaEntity } from '../storage/programa.entity.js';
import type { KnownFarm } from '../storage/farm.repository.js';
import { type Followed, startOf } from '../calculation/followed.js';
import { followRunning, type StartInProgress, type StoredTurn } from './following.js';
import { isRunning, type Previsto, turnoOf, type Veda } from '../calculation/plan.js';

const DAY_MS = 86_400_000;
/** A turn that began within this of its hour counts as punctual, ms: the others would move by seconds. */
const PUNCTUAL_MS = 3_000;

/** No turn of a step is longer, and none is moved by more, ms. */
const LONGEST_MS = DAY_MS;

/** All turns of starts of which some turn runs or is to come. */
const IN_PROGRESS = `WITH t AS (
    SELECT programa_id, riego, turno_id, coalesce('s' || switch_id, 'd' || dispositivo_id) AS objeto, inicio, pedidos_s,
      fijo AND estado = 'omitido' AS skipped, began, began + seconds * 1000::bigint AS until
    FROM turnos, LATERAL (SELECT CASE WHEN real_inicio > inicio + ${PUNCTUAL_MS} THEN real_inicio ELSE inicio END AS began,
      CASE WHEN estado IN ('previsto', 'en_curso') THEN segundos WHEN estado = 'omitido' THEN 0
        ELSE coalesce(real_segundos, segundos) END AS seconds) o
    WHERE empresa_id = $1 AND manual = 0 AND riego <= $2 AND riego > $2::bigint - ${(PROGRAMA_LIMITS.START_DAYS + 1) * DAY_MS}
  ), starts AS MATERIALIZED (
    SELECT DISTINCT programa_id, riego FROM t WHERE until > $2 AND inicio > $2::bigint - ${2 * LONGEST_MS}
  )
  SELECT t.* FROM t JOIN starts USING (programa_id, riego)
  WHERE inicio > (SELECT min(riego) FROM starts) - ${LONGEST_MS} ORDER BY inicio`;

interface Row extends Pick<StoredTurn, 'turno_id' | 'objeto' | 'pedidos_s' | 'skipped'> {
  programa_id: number;
  riego: string;
  inicio: string;
  began: string;
  until: string;
}

@Injectable()
export class InProgressRepository {
  /** Call it once when a company is planned: it notes the steps, to know those that the next change adds. */
  async followed(
    tx: EntityManager,
    empresa_id: number,
    context: { programas: readonly ProgramaEntity[]; farm: KnownFarm; vedas: readonly Veda[]; now: number },
  ): Promise<Followed> {
    const { programas, farm, vedas, now } = context;
    const followed = new Map<string, readonly Previsto[]>();
    const added = await this.added(tx, empresa_id);
    const byId = new Map(programas.filter(isRunning).map((programa) => [programa.id, programa]));
    for (const start of await this.read(tx, empresa_id, now)) {
      const programa = byId.get(start.programa_id);
      if (!programa) continue;
      const expandible = { id: programa.id, ...programa.definicion };
      const runs = followRunning(expandible, farm, start, added.get(programa.id) ?? new Set(), now);
      if (runs)
        followed.set(
          startOf(start),
          runs.flatMap((run) => turnoOf(run, programa, farm, vedas) ?? []),
        );
    }
    return followed;
  }

  private async read(tx: EntityManager, empresa_id: number, now: number): Promise<StartInProgress[]> {
    const rows: Row[] = await tx.query(IN_PROGRESS, [empresa_id, now]);
    const starts = new Map<string, { programa_id: number; riego: number; turns: StoredTurn[] }>();
    for (const { programa_id, riego, inicio, began, until, ...turn } of rows) {
      const key = startOf({ programa_id, riego });
      const start = starts.get(key) ?? { programa_id, riego: Number(riego), turns: [] };
      starts.set(key, start);
      start.turns.push({ ...turn, inicio: Number(inicio), from: Number(began), until: Number(until) });
    }
    return [...starts.values()];
  }

  /** The targets that programs have more often than when they were planned last. */
  private async added(tx: EntityManager, empresa_id: number): Promise<Map<number, Set<StepTarget>>> {
    const changed: { id: number; pasos: Definicion['pasos']; before: Definicion['pasos'] | null }[] = await tx.query(
      `WITH changed AS (SELECT id, definicion->'pasos' AS pasos, pasos_planeados AS before FROM programas
         WHERE empresa_id = $1 AND pasos_planeados IS DISTINCT FROM definicion->'pasos'),
       noted AS (UPDATE programas p SET pasos_planeados = c.pasos FROM changed c WHERE p.id = c.id)
       SELECT * FROM changed`,
      [empresa_id],
    );
    return new Map(
      changed.map(({ id, pasos, before }) => {
        const left = (before ?? pasos).map(stepTarget);
        const added = pasos.map(stepTarget).filter((target) => {
          const at = left.indexOf(target);
          if (at >= 0) left.splice(at, 1);
          return at < 0;
        });
        return [id, new Set(added)];
      }),
    );
  }
}
