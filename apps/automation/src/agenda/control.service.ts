import { sistema } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { withoutNames } from './plan-names.js';
import { clockOf } from '../expansion/zone-clock.js';
import type { KnownFarm } from '../storage/farm.repository.js';
import { ReglasRepository } from '../storage/reglas.repository.js';
import { boardRules, stagesOf } from './rule-plan.js';

const YO = sistema('automation');

/** Builds each board's climate rules. */
@Injectable()
export class ControlService {
  constructor(private readonly reglas: ReglasRepository) {}

  /**
   * Runs in the transaction that planned a company: stores its boards' rules, changed ones with a new revision. Those in which only
   * names changed are handed over again as the same revision.
   */
  async draw(tx: EntityManager, empresa_id: number, farm: KnownFarm, now: number): Promise<void> {
    const reglas = (await this.reglas.in(tx).list(YO, empresa_id)).filter(({ activa }) => activa === 1);
    const byBoard = new Map(boardRules(stagesOf(reglas, farm), farm, clockOf(farm.zona).offset_s(now)));
    const known: { placa_id: number }[] = await tx.query('SELECT placa_id FROM controles WHERE empresa_id = $1', [
      empresa_id,
    ]);
    for (const { placa_id } of known) if (!byBoard.has(placa_id)) byBoard.set(placa_id, []);
    for (const [placa_id, rules] of [...byBoard].sort(([a], [b]) => a - b)) {
      await tx.query(
        `INSERT INTO controles AS c (placa_id, empresa_id, rev, reglas) VALUES ($1, $2, 1, $3)
         ON CONFLICT (placa_id) DO UPDATE SET empresa_id = excluded.empresa_id, reglas = excluded.reglas,
           enviada = least(c.enviada, c.rev - 1),
           rev = c.rev + (${withoutNames('c.reglas')} IS DISTINCT FROM ${withoutNames('excluded.reglas')})::int
         WHERE c.reglas <> excluded.reglas`,
        [placa_id, empresa_id, JSON.stringify(rules)],
      );
    }
  }
}
