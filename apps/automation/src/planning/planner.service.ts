import { sistema } from '@acequia/contracts';
import { Every, LOGGER, type Logger } from '@acequia/service-kit';
import { Signals } from '@acequia/bus';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AgendaService } from '../agenda/agenda.service.js';
import { PlanDelivery } from '../agenda/plan-delivery.service.js';
import { Calculator } from '../calculation/calculator.service.js';
import type { CompanyPlan } from '../calculation/company-plan.js';
import { ControlService } from '../agenda/control.service.js';
import { ProgramasRepository } from '../storage/programas.repository.js';
import { DecisionsService, type Evidence } from './decisions.service.js';
import { asJson } from '../storage/motivo.js';
import { FarmRepository } from '../storage/farm.repository.js';
import { InProgressRepository } from './in-progress.repository.js';
import { judge } from '../calculation/judge.js';
import { isRunning } from '../calculation/plan.js';
import { TurnoNews } from '../live/turno-news.js';
import { type LateTurn, lateTurns, stoppedStarts, storePlan, vedasOf } from './stored-turns.js';

/** Planning horizon: boards get three days, renewed before they end. */
export const HORIZON_MS = 4 * 86_400_000;
/** A company is replanned at this interval even without changes, because the horizon moves. */
const AGAIN_MS = 600_000;
/** Changes are told by a signal: this finds the lost ones, and companies that are due by themselves, ms. */
const LOOK_MS = 1_000;
/** A company whose planning failed, or whose instance died, waits for this long and does not delay the others. */
const CLAIM_MS = 15_000;
/** A company that takes longer than this to expand counts as failed, ms. */
const LIMIT_MS = 20_000;
/** A company whose planning failed twice in a row is set aside for this long, doubled with each further failure, ms. */
const ASIDE_MS = 60_000;
const ASIDE_MAX_MS = 6 * 3_600_000;
/** Signal: programs or turns changed. */
export const PLAN_SIGNAL = 'planear';
const YO = sistema('automation');

type Change<T> = (tx: EntityManager) => Promise<T>;

/**
 * Keeps the stored turns of each company in line with its programs. An instance claims a company, reads what its decisions depend
 * on, and plans it under the lock of its row; any instance may take the next one.
 */
@Injectable()
export class PlannerService implements OnModuleInit, BeforeApplicationShutdown {
  private working: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  /** A thread of its own: neither a preview nor a plan waits for the other. */
  private readonly calculator = new Calculator();

  constructor(
    private readonly db: DataSource,
    private readonly programas: ProgramasRepository,
    private readonly farms: FarmRepository,
    private readonly inProgress: InProgressRepository,
    private readonly agenda: AgendaService,
    private readonly control: ControlService,
    private readonly delivery: PlanDelivery,
    private readonly decisions: DecisionsService,
    private readonly signals: Signals,
    private readonly news: TurnoNews,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.signals.listen(PLAN_SIGNAL, () => this.wake());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.working;
    await this.calculator.beforeApplicationShutdown();
  }

  /**
   * Runs a change of what a company's plan is made of in one transaction, its own or that of `within`: the company is replanned as
   * soon as it commits.
   */
  async change<T>(
    empresa_id: number,
    act: Change<T>,
    within: (act: Change<T>) => Promise<T> = (one) => this.db.transaction(one),
  ): Promise<T> {
    const result = await within(async (tx) => {
      // First, as when it plans: the other order is a deadlock. One that is set aside gets another attempt: this may be what it needed.
      await tx.query(
        'UPDATE empresas SET planear_en = 0, apartada_hasta = 0, fallos = least(fallos, 1) WHERE id = $1',
        [empresa_id],
      );
      return act(tx);
    });
    await this.signals.send(PLAN_SIGNAL, '');
    return result;
  }

  /** A signal may be lost. */
  @Every({ ms: LOOK_MS, failed: 'turns could not be planned' })
  async look(): Promise<void> {
    this.wake();
  }

  private wake(): void {
    if (this.stopped) return;
    this.again = true;
    this.working ??= this.work()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'turns could not be planned'))
      .finally(() => (this.working = undefined));
  }

  private async work(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false;
      while (!this.stopped && (await this.planNext())) continue;
      await this.delivery.deliver();
    }
  }

  /** false = no company is due. */
  private async planNext(): Promise<boolean> {
    // Counted before the attempt: one that ends the process has failed too.
    const [claimed]: [{ id: number; fallos: number }[], number] = await this.db.query(
      `UPDATE empresas SET planear_en = $1::bigint + ${CLAIM_MS}, fallos = fallos + 1,
         apartada_hasta = CASE WHEN fallos = 0 THEN 0
           ELSE $1::bigint + least(${ASIDE_MS} * 2 ^ least(fallos - 1, 20), ${ASIDE_MAX_MS})::bigint END
       WHERE id = (SELECT id FROM empresas WHERE planear_en <= $1 AND apartada_hasta <= $1 AND NOT eliminada
         ORDER BY planear_en LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id, fallos`,
      [Date.now()],
    );
    const [company] = claimed;
    if (!company) return false;
    const { id: empresa_id, fallos } = company;
    try {
      const evidence = await this.decisions.read(empresa_id, Date.now());
      if (await this.db.transaction((tx) => this.plan(tx, empresa_id, evidence))) await this.news.planned(empresa_id);
    } catch (error) {
      const setAside = fallos > 1;
      this.logger.error({ err: error, empresa_id, fallos, setAside }, 'turns of a company could not be planned');
    }
    return true;
  }

  /** @returns whether its turns changed */
  private async plan(tx: EntityManager, empresa_id: number, evidence: Evidence): Promise<boolean> {
    const alive: unknown[] = await tx.query('SELECT 1 FROM empresas WHERE id = $1 AND NOT eliminada FOR UPDATE', [
      empresa_id,
    ]);
    if (alive.length === 0) return false;
    const now = Date.now();
    const farm = await this.farms.read(empresa_id, tx);
    const all = await this.programas.in(tx).list(YO, empresa_id);
    const { planned: programas, impediments } = judge(all, farm);
    await this.noteImpediments(tx, empresa_id, impediments);
    const vedas = await vedasOf(tx, empresa_id, now);
    const followed = await this.inProgress.followed(tx, empresa_id, { programas, farm, vedas, now });
    const late = await lateTurns(tx, empresa_id, now);
    const stopped = await stoppedStarts(tx, empresa_id, now);
    const hasta = now + HORIZON_MS;
    const request = { programas, farm, vedas, followed, stopped, late, now, hasta };
    const plan = await this.calculator.run(empresa_id, 'plan', request, LIMIT_MS);
    const changed = await storePlan(tx, empresa_id, plan, now);
    await this.keepFromStarting(tx, late, plan, new Set(programas.filter(isRunning).map(({ id }) => id)), now);
    const nextDecision = await this.decisions.decide(tx, empresa_id, evidence, farm, now);
    await this.agenda.draw(tx, empresa_id, now);
    await tx.query('UPDATE no_regar SET planeado = true WHERE id = ANY($1) AND NOT planeado', [
      vedas.map(({ id }) => id),
    ]);
    await this.control.draw(tx, empresa_id, farm, now);
    await tx.query('UPDATE empresas SET planear_en = $2, fallos = 0, apartada_hasta = 0 WHERE id = $1', [
      empresa_id,
      Math.min(now + AGAIN_MS, nextDecision),
    ]);
    return changed > 0;
  }

  /** Says beside each program why it is not planned: alerts asks for it. */
  private async noteImpediments(
    tx: EntityManager,
    empresa_id: number,
    impediments: Map<number, string>,
  ): Promise<void> {
    await tx.query(
      `UPDATE programas p SET impedimento = n.impedimento
       FROM programas o LEFT JOIN jsonb_to_recordset($2::jsonb) AS n (id integer, impedimento text) USING (id)
       WHERE p.id = o.id AND o.empresa_id = $1 AND p.impedimento IS DISTINCT FROM n.impedimento`,
      [empresa_id, JSON.stringify([...impediments].map(([id, impedimento]) => ({ id, impedimento })))],
    );
  }

  /**
   * Due turns that the plan no longer wants. A board may have begun one unseen: it stays in the agenda, which would else end it, but
   * may not start any more. One of the service that waits is skipped.
   */
  private async keepFromStarting(
    tx: EntityManager,
    late: readonly LateTurn[],
    { late: wanted }: CompanyPlan,
    running: ReadonlySet<number>,
    now: number,
  ): Promise<void> {
    if (late.length === 0) return;
    await tx.query(
      `UPDATE turnos SET tarde_s = least(tarde_s, ($2 - inicio) / 1000) WHERE turno_id = ANY($1) AND estado = 'previsto'`,
      [late.filter(({ turno_id, via }) => via === 'placa' && wanted.get(turno_id) !== 'previsto').map(idOf), now],
    );
    // The runner itself knows of pauses, deletions and «No regar».
    const gone = late.filter(
      ({ turno_id, programa_id, via }) => via === 'servicio' && running.has(programa_id) && !wanted.has(turno_id),
    );
    // One may have begun meanwhile.
    const [skipped]: [{ turno_id: string }[], number] = await tx.query(
      `UPDATE turnos SET estado = 'omitido', motivo = NULL, motivos = $2, real_inicio = NULL
       WHERE turno_id = ANY($1) AND estado = 'previsto' RETURNING turno_id`,
      [gone.map(idOf), asJson([{ codigo: 'ya_no_se_pide' }])],
    );
    this.news.tell(...skipped.map(idOf));
  }
}

const idOf = ({ turno_id }: { turno_id: string }): string => turno_id;
