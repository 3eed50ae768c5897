import { sistema } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { withoutNames } from './plan-names.js';
import { clockOf } from '../expansion/zone-clock.js';
import type { KnownFarm } from '../storage/farm.repository.js';
import { ReglasRepository } from '../storage/reglas.repository.js';
import { boardProtections, type StoredProtection } from './protection-plan.js';
import { boardRules, stagesOf } from './rule-plan.js';

const YO = sistema('automation');

/** Those of a company's boards that know protections. */
const PROTECTIONS = `SELECT d.definicion, q.n, 'flow' = ANY (c.puede) AS knows_flow FROM protecciones d
  JOIN puntos q ON q.id = (d.definicion ->> 'punto_id')::integer AND q.de_placa AND q.placa_id = (d.definicion ->> 'placa_id')::integer
  JOIN planes_de_placa c ON c.placa_id = q.placa_id AND c.puede @> ARRAY['control', 'protections']::text[]
  WHERE d.empresa_id = $1 AND d.definicion ->> 'activa' = '1' ORDER BY d.id`;

/** Builds each board's climate rules, and its protections beside them. */
@Injectable()
export class ControlService {
  constructor(private readonly reglas: ReglasRepository) {}

  /**
   * Runs in the transaction that planned a company: stores its boards' rules and protections, changed ones with a new revision. Those in which only
   * names changed are handed over again as the same revision.
   */
  async draw(tx: EntityManager, empresa_id: number, farm: KnownFarm, now: number): Promise<void> {
    const reglas = (await this.reglas.in(tx).list(YO, empresa_id)).filter(({ activa }) => activa === 1);
    const byBoard = new Map(boardRules(stagesOf(reglas, farm), farm, clockOf(farm.zona).offset_s(now)));
    const known: { placa_id: number }[] = await tx.query('SELECT placa_id FROM controles WHERE empresa_id = $1', [
      empresa_id,
    ]);
    const stored: StoredProtection[] = await tx.query(PROTECTIONS, [empresa_id]);
    const protections = boardProtections(stored, farm, now);
    for (const placa_id of [...known.map((board) => board.placa_id), ...protections.keys()])
      if (!byBoard.has(placa_id)) byBoard.set(placa_id, []);
    for (const [placa_id, rules] of [...byBoard].sort(([a], [b]) => a - b)) {
      await tx.query(
        `INSERT INTO controles AS c (placa_id, empresa_id, rev, reglas, protecciones) VALUES ($1, $2, 1, $3, $4)
         ON CONFLICT (placa_id) DO UPDATE SET empresa_id = excluded.empresa_id, reglas = excluded.reglas,
           protecciones = excluded.protecciones, enviada = least(c.enviada, c.rev - 1),
           rev = c.rev + (${withoutNames('c.reglas')} IS DISTINCT FROM ${withoutNames('excluded.reglas')}
             OR ${withoutNames('c.protecciones')} IS DISTINCT FROM ${withoutNames('excluded.protecciones')})::int
         WHERE (c.reglas, c.protecciones) IS DISTINCT FROM (excluded.reglas, excluded.protecciones)`,
        [placa_id, empresa_id, JSON.stringify(rules), JSON.stringify(protections.get(placa_id) ?? [])],
      );
    }
  }
}
