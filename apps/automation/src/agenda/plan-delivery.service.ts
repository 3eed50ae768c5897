import { Bus } from '@acequia/bus';
import { AppError, type ProteccionDeControl, type ReglaDePlaca, sistema, type TurnoDePlaca } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const BATCH = 500;
/** A refused plan is handed over again after this, ms. */
const REFUSED_MS = 60_000;
const YO = sistema('automation');

interface Plan {
  placa_id: number;
  rev: number;
  /** The transaction that wrote it: names change within a revision. */
  version: string;
}
type Agenda = Plan & { hasta: string; corridas: TurnoDePlaca[] };
type Control = Plan & { reglas: ReglaDePlaca[]; protecciones: ProteccionDeControl[] };
type Table = 'agendas' | 'controles';

/** Hands boards' new agendas and climate rules to device-gateway. */
@Injectable()
export class PlanDelivery {
  private delivering: Promise<void> | undefined;
  /** The refused revision of each plan, and when it is handed over again, ms. */
  private readonly refused = new Map<string, { rev: number; again: number }>();

  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never rejects; failures are retried at the next look. */
  deliver(): Promise<void> {
    this.delivering ??= Promise.all([
      this.handOver<Agenda>('agendas', ({ placa_id, rev, hasta, corridas }) =>
        this.bus.call('placas.agenda', { placa_id, rev, until: Number(hasta), runs: corridas }, YO),
      ),
      this.handOver<Control>('controles', ({ placa_id, rev, reglas, protecciones }) =>
        this.bus.call('placas.control', { placa_id, rev, rules: reglas, protections: protecciones }, YO),
      ),
    ])
      .then(() => undefined)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'plans of boards could not be handed over'))
      .finally(() => (this.delivering = undefined));
    return this.delivering;
  }

  /**
   * `give` answers the revision that device-gateway then has. A refused plan does not hold up those of other boards. Rejects while
   * device-gateway is away.
   */
  private async handOver<P extends Plan>(table: Table, give: (plan: P) => Promise<{ rev: number }>): Promise<void> {
    const plans: P[] = await this.db.query(
      `SELECT *, xmin::text AS version FROM ${table} WHERE enviada < rev ORDER BY placa_id LIMIT ${BATCH}`,
    );
    for (const plan of plans) {
      const { placa_id, rev, version } = plan;
      const key = `${table} ${placa_id}`;
      const refusal = this.refused.get(key);
      if (refusal?.rev === rev && Date.now() < refusal.again) continue;
      try {
        const { rev: stored } = await give(plan);
        this.refused.delete(key);
        await this.db.query(HANDED_OVER(table), [placa_id, rev, stored, version]);
      } catch (error) {
        if (!(error instanceof AppError) || error.codigo === 'servicio_no_disponible') throw error;
        // device-gateway does not know the board yet, or no longer has it.
        if (error.codigo === 'no_encontrado') continue;
        if (refusal?.rev !== rev)
          this.logger.warn({ err: error, placa_id, table }, 'device-gateway refuses the plan of a board');
        this.refused.set(key, { rev, again: Date.now() + REFUSED_MS });
      }
    }
  }
}

/**
 * `enviada` = the revision that device-gateway has; whether the board runs it is told by `agenda_tomada` of `planes_de_placa`.
 * device-gateway has a newer revision when this service was restored from a backup: count on from it, and hand over again.
 */
const HANDED_OVER = (table: Table): string =>
  `UPDATE ${table} SET enviada = $2::integer, rev = CASE WHEN $3::integer > $2 THEN $3 + 1 ELSE rev END
   WHERE placa_id = $1 AND rev = $2 AND xmin::text = $4`;
