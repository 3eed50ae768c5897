import { Bus } from '@acequia/bus';
import { type ReglaDePlaca, sistema } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { handOver } from '../agenda/hand-over.js';
import { clockOf } from '../expansion/zone-clock.js';
import type { KnownFarm } from '../turnos/farm.repository.js';
import { ReglasRepository } from './reglas.repository.js';
import { boardRules, stagesOf } from './rule-plan.js';

const YO = sistema('automation');

interface Control {
  placa_id: number;
  rev: number;
  reglas: ReglaDePlaca[];
}

/** Builds each board's climate rules and hands them to device-gateway. */
@Injectable()
export class ControlService {
  constructor(
    private readonly db: DataSource,
    private readonly reglas: ReglasRepository,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Runs in the transaction that planned a company: stores its boards' rules, changed ones with a new revision. */
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
         ON CONFLICT (placa_id) DO UPDATE SET empresa_id = excluded.empresa_id, rev = c.rev + 1, reglas = excluded.reglas
         WHERE c.reglas <> excluded.reglas`,
        [placa_id, empresa_id, JSON.stringify(rules)],
      );
    }
  }

  /** Hands over the rules that device-gateway does not have yet. */
  deliver(): Promise<void> {
    return handOver<Control>(this.db, this.logger, 'controles', ({ placa_id, rev, reglas }) =>
      this.bus.call('placas.control', { placa_id, rev, rules: reglas }, YO),
    );
  }
}
