import { Signals } from '@acequia/bus';
import { CAMBIOS_SIGNAL, cambiosPartitionOf } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CompanyNews } from '../field/company-news.js';
import { FieldRepository } from '../field/field.repository.js';
import { AlarmsRepository } from './alarms.repository.js';
import { ChangesReader } from './changes.reader.js';
import { Companies } from './companies.js';
import type { CompanyEngine } from './company-engine.js';
import type { Step } from './alarm.js';
import { hasDoubt } from './discrepancy.js';
import { Partitions } from './partitions.js';
import { Reminders } from './reminders.js';
import { Touched } from './touched.js';
import { Bell } from './bell.js';

/** Least time between two rounds: what comes meanwhile is evaluated together, ms. */
const REST_MS = 200;
/** A round without a signal, because signals may be lost and time itself changes conditions, ms. */
const LOOK_MS = 1_000;
const HOLD_EVERY_MS = 1_000;
/** Interval for conditions that only time changes (silence, stuck, expiry), ms. */
const ALL_EVERY_MS = 5_000;
/** Interval of a full reload, because signals and changes may be lost, ms. */
const REFRESH_EVERY_MS = 60_000;
/** A company is reloaded at most this often, however much of it changes, ms. */
const RELOAD_REST_MS = 1_000;
const PLANS_EVERY_MS = 600_000;
const RULED_EVERY_MS = 20_000;
const LOOK_AGAIN_MS = 2_000;
/** A signal may arrive before its transaction commits, so the company is read again after this, ms. */
const ONCE_MORE_MS = 2_000;
const COMPLAIN_EVERY_MS = 10_000;

/** Evaluates the companies of this instance, round after round. What fails is read again, not guessed. */
@Injectable()
export class Evaluator implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly changed = new Set<number>();
  private readonly reloaded = new Map<number, number>();
  private readonly touched = new Touched();
  /** Partitions that are read and evaluated, each with the number of its taking. */
  private readonly started = new Map<number, number>();
  /** Partitions whose boards' last-known state has not been read since this instance took them. */
  private readonly blind = new Set<number>();
  private readonly last = { hold: 0, all: 0, refresh: 0, plans: 0, ruled: 0, complaint: 0 };
  private stopped = false;
  private readonly bell = new Bell();
  private running: Promise<void> | undefined;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly partitions: Partitions,
    private readonly reader: ChangesReader,
    private readonly companies: Companies,
    private readonly fields: FieldRepository,
    private readonly alarms: AlarmsRepository,
    private readonly reminders: Reminders,
    private readonly news: CompanyNews,
    private readonly signals: Signals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.news.listen((empresa_id) => {
      this.reload(empresa_id);
      setTimeout(() => this.reload(empresa_id), ONCE_MORE_MS).unref();
    });
    await this.signals.listen(CAMBIOS_SIGNAL, () => this.bell.ring());
    this.running = this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.bell.ring();
    await this.running;
    await this.partitions.leave().catch(() => undefined);
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.round(Date.now());
      } catch (error) {
        this.complain(error);
      }
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      if (!this.hasWork()) await this.bell.wait(LOOK_MS - REST_MS);
    }
  }

  private reload(empresa_id: number): void {
    this.changed.add(empresa_id);
    this.bell.ring();
  }

  /** Something waits for a later round. */
  private hasWork(): boolean {
    return this.stopped || this.changed.size + this.blind.size > 0 || !this.touched.isEmpty;
  }

  private async round(now: number): Promise<void> {
    if (this.isTime('hold', HOLD_EVERY_MS, now)) await this.partitions.renew(now);
    await this.follow();
    if (this.isTime('refresh', REFRESH_EVERY_MS, now)) {
      for (const partition of this.started.keys()) {
        for (const id of await this.fields.companiesOf(partition)) this.changed.add(id);
        this.blind.add(partition);
      }
    }
    await this.refresh(now);
    await this.remind(now);
    this.look();
    // Not awaited: rounds continue while auth-tenancy or automation is unavailable.
    if (this.isTime('plans', PLANS_EVERY_MS, now)) {
      void this.companies.askPlans();
      void this.companies.askTokens();
      void this.companies.askConcessions(now);
      void this.companies.askFaulty();
    }
    if (this.isTime('ruled', RULED_EVERY_MS, now)) {
      void this.companies.askRuled();
      void this.companies.askUnplanned();
      void this.companies.askFailed();
      void this.companies.askTripped();
      void this.companies.askFlows();
      void this.companies.askOdd();
    }
    for (const partition of this.started.keys()) await this.hear(partition, now);
    for (const [empresa_id, objects] of this.touched.take(now))
      await this.evaluate(empresa_id, (engine) => engine.evaluate(objects, now));
    const all = this.isTime('all', ALL_EVERY_MS, now);
    for (const [empresa_id, engine] of this.companies.all()) {
      if (all && hasDoubt(engine.field, now)) this.blind.add(cambiosPartitionOf(empresa_id));
      if (this.blind.has(cambiosPartitionOf(empresa_id)) && !all) continue;
      if (!this.companies.isKnown(empresa_id, now)) continue;
      await this.evaluate(empresa_id, () => (all ? engine.pass(now) : engine.tick(now)));
      await this.alarms.learned(engine.field);
    }
  }

  /** Stops what was lost and starts what is held. What fails here is done in the next round. */
  private async follow(): Promise<void> {
    const { held } = this.partitions;
    for (const [partition, taking] of this.started) if (held.get(partition) !== taking) this.stop(partition);
    for (const [partition, taking] of held) {
      if (this.started.has(partition)) continue;
      await this.start(partition);
      this.started.set(partition, taking);
    }
  }

  private async start(partition: number): Promise<void> {
    // Take the stream position first: changes during the read of the state are processed afterwards.
    await this.reader.start(partition);
    this.blind.add(partition);
    for (const id of await this.fields.companiesOf(partition)) this.changed.add(id);
    this.last.plans = 0;
  }

  private stop(partition: number): void {
    this.started.delete(partition);
    this.reader.stop(partition);
    this.blind.delete(partition);
    for (const [id] of this.companies.all()) if (cambiosPartitionOf(id) === partition) this.forget(id);
  }

  private async refresh(now: number): Promise<void> {
    for (const empresa_id of [...this.changed]) {
      const partition = cambiosPartitionOf(empresa_id);
      if (now - (this.reloaded.get(empresa_id) ?? 0) < RELOAD_REST_MS) continue;
      this.changed.delete(empresa_id);
      if (!this.started.has(partition)) continue;
      try {
        const known = this.companies.get(empresa_id)?.field.boards.size;
        this.reloaded.set(empresa_id, now);
        await this.companies.refresh(empresa_id, now);
        if (this.companies.get(empresa_id)?.field.boards.size !== known) this.blind.add(partition);
      } catch (error) {
        this.changed.add(empresa_id);
        throw error;
      }
    }
  }

  private async remind(now: number): Promise<void> {
    for (const [empresa_id, engine] of this.companies.all()) {
      if (!engine.silences.some(({ hasta }) => hasta <= now)) continue;
      await this.reminders.remind(empresa_id, now);
      engine.silences = engine.silences.filter(({ hasta }) => hasta > now);
    }
  }

  /** Runs beside the rounds: while device-gateway is unavailable, evaluation continues with the known state. */
  private look(): void {
    if (this.looking || this.blind.size === 0) return;
    this.looking = this.see()
      .catch(async (error: unknown) => {
        this.complain(error);
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS).unref());
      })
      .finally(() => (this.looking = undefined));
  }

  private async see(): Promise<void> {
    for (const partition of [...this.blind]) {
      const ids = [...this.companies.all()].map(([id]) => id).filter((id) => cambiosPartitionOf(id) === partition);
      this.blind.delete(partition);
      try {
        await this.companies.recall(ids, Date.now());
      } catch (error) {
        this.blind.add(partition);
        throw error;
      }
    }
  }

  private async hear(partition: number, now: number): Promise<void> {
    const { cambios, skipped } = await this.reader.read(partition, now);
    if (skipped) this.blind.add(partition);
    for (const cambio of cambios) {
      const objects = this.companies.get(cambio.empresa_id)?.field.apply(cambio, now) ?? [];
      this.touched.note(cambio.empresa_id, objects, cambio.tipo !== 'estado');
    }
  }

  private forget(empresa_id: number): void {
    this.companies.drop(empresa_id);
    this.touched.drop(empresa_id);
    this.reloaded.delete(empresa_id);
  }

  /** After a failure the company is reloaded from storage, which undoes its steps and puts it behind the others. */
  private async evaluate(empresa_id: number, ask: (engine: CompanyEngine) => Step[]): Promise<void> {
    const engine = this.companies.get(empresa_id);
    if (!engine) return;
    try {
      await this.alarms.write(empresa_id, ask(engine));
    } catch (error) {
      this.companies.drop(empresa_id);
      this.changed.add(empresa_id);
      this.blind.add(cambiosPartitionOf(empresa_id));
      throw error;
    }
  }

  private isTime(what: 'hold' | 'all' | 'refresh' | 'plans' | 'ruled', every_ms: number, now: number): boolean {
    if (now - this.last[what] < every_ms) return false;
    this.last[what] = now;
    return true;
  }

  private complain(error: unknown): void {
    if (Date.now() - this.last.complaint < COMPLAIN_EVERY_MS) return;
    this.last.complaint = Date.now();
    this.logger.warn({ err: error }, 'alarms could not be evaluated');
  }
}
