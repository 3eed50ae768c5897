import { Bus } from '@acequia/bus';
import { AppError, type ReglaDePlaca, sistema } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { TAKEN } from '../agenda/taken.js';
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
  async deliver(): Promise<void> {
    const controls: Control[] = await this.db.query(
      'SELECT placa_id, rev, reglas FROM controles WHERE enviada < rev ORDER BY placa_id LIMIT 500',
    );
    for (const { placa_id, rev, reglas } of controls) {
      let stored: number;
      try {
        ({ rev: stored } = await this.bus.call('placas.control', { placa_id, rev, rules: reglas }, YO));
      } catch (error) {
        // device-gateway does not know the board yet, or no longer has it.
        if (error instanceof AppError && error.codigo === 'no_encontrado') continue;
        throw error;
      }
      await this.db.query(TAKEN('controles'), [placa_id, rev, stored]);
    }
  }
}
