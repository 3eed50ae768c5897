import {
  encodeAgendaThatFits,
  encodeControl,
  type RunsMessage,
  type StatusMessage,
  topics,
} from '@acequia/board-protocol';
import { Signals } from '@acequia/bus';
import { type AgendaDePlaca, type ControlDePlaca, notFound, type PlacaDetalle } from '@acequia/contracts';
import { Every, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { KnownPlaca } from '../registry/known-placa.js';
import { PlacaDirectory } from '../registry/placa-directory.js';
import type { BoardPlans } from './plan-causes.js';
import { PlansRepository } from './plans.repository.js';

/** Signal "this board has a new agenda or new rules", to the instance that holds its connection. */
const SIGNAL = 'agenda';

/** A signal may be lost, so each instance also looks for newer plans of its boards this often, ms. */
const LOOK_MS = 5_000;

/** The open door, as the sender of plans sees it. */
export interface PlanDoor {
  /** Writes a retained message: to the board's connection, or to the broker. */
  retained(placa: KnownPlaca, topic: string, payload: Buffer): void;
  /** The boards that get their plans from this instance. */
  planned(): KnownPlaca[];
}

/** Sends boards their plans and handles their reports on them. */
@Injectable()
export class PlansService implements OnModuleInit {
  private door: PlanDoor | undefined;
  /** The version that was last sent to each board and a digest of it, whether the board has taken it or not. */
  private readonly sent = new Map<number, { version: string; digest: string }>();
  /** The pending write of each board, so that the reports of one board are written one after the other. */
  private readonly said = new Map<number, Promise<void>>();
  /** What boards said and no database took: a board may say it again in an hour only. */
  private readonly owed = new Map<number, StatusMessage>();

  constructor(
    private readonly repository: PlansRepository,
    private readonly directory: PlacaDirectory,
    private readonly signals: Signals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.signals.listen(SIGNAL, (text) => {
      const placa = this.directory.byId(Number(text));
      if (placa) void this.send(placa, false);
    });
  }

  through(door: PlanDoor): void {
    this.door = door;
  }

  /** Answers the stored revision. @throws AppError `no_encontrado` for an unknown board, or one of another firmware */
  async agenda(agenda: AgendaDePlaca): Promise<number> {
    this.require(agenda.placa_id);
    if (await this.repository.save(agenda)) await this.signals.send(SIGNAL, String(agenda.placa_id));
    return this.repository.revOf('agendas', agenda.placa_id);
  }

  /** @throws as {@link agenda} */
  async control(control: ControlDePlaca): Promise<number> {
    this.require(control.placa_id);
    if (await this.repository.saveControl(control)) await this.signals.send(SIGNAL, String(control.placa_id));
    return this.repository.revOf('controles', control.placa_id);
  }

  /** How long a person's order wins over the rules of a pin, s; null = no rule concerns the pin. */
  holdOf(placa_id: number, pin: number): Promise<number | null> {
    return this.repository.holdOf(placa_id, pin);
  }

  /** The revisions sent to a board and taken by it; nothing for firmware that takes no such messages. */
  async revs(placa: KnownPlaca): Promise<Pick<PlacaDetalle, 'config' | 'agenda' | 'control' | 'salud'>> {
    return placa.dialecto === 'acequia' ? this.repository.revs(placa) : {};
  }

  /** What these boards carry out by themselves. */
  plansOf(placas: readonly number[]): Promise<Map<number, BoardPlans>> {
    return this.repository.plansOf(placas);
  }

  /**
   * Sends the newest agenda and rules, if any. `again`: also those that were sent, which a renamed program leaves as they are. Never
   * rejects: the next look sends what this could not.
   */
  async send(placa: KnownPlaca, again = true): Promise<void> {
    const last = this.sent.get(placa.placa_id);
    this.sent.delete(placa.placa_id);
    try {
      const plans = await this.repository.plansFor(placa);
      if (!plans) return;
      const { agenda, control, version } = plans;
      // Before the messages are made: one that cannot be made is not tried again until it is replaced.
      this.sent.set(placa.placa_id, { version, digest: '' });
      const runs = agenda && Buffer.from(encodeAgendaThatFits(agenda));
      const rules = control && Buffer.from(encodeControl(control));
      const digest = digestOf(runs, rules);
      this.sent.set(placa.placa_id, { version, digest });
      if (!again && digest === last?.digest) return;
      if (runs) this.door?.retained(placa, topics.agenda(placa.numero), runs);
      if (rules) this.door?.retained(placa, topics.control(placa.numero), rules);
    } catch (error) {
      this.logger.warn({ err: error, placa_id: placa.placa_id }, 'the plans of a board could not be sent');
    }
  }

  /** Sends each board the plans that are newer than those it was last sent, and stores what could not be stored. */
  @Every({ ms: LOOK_MS, failed: 'newer plans of the boards could not be looked for' })
  async look(): Promise<void> {
    for (const [placa_id, status] of [...this.owed]) {
      const placa = this.directory.byId(placa_id);
      this.owed.delete(placa_id);
      if (placa) this.status(placa, status);
    }
    const placas = new Map(this.door?.planned().map((placa) => [placa.placa_id, placa]));
    if (placas.size === 0) return;
    for (const { placa_id, version } of await this.repository.versionsOf([...placas.keys()])) {
      const placa = placas.get(placa_id);
      if (placa && this.sent.get(placa_id)?.version !== version) await this.send(placa, false);
    }
  }

  private require(placa_id: number): void {
    const placa = this.directory.byId(placa_id);
    if (!placa || placa.eliminada || placa.dialecto !== 'acequia') throw notFound();
  }

  /** Handles a board's report on its abilities and the revisions it has taken. */
  status(placa: KnownPlaca, status: StatusMessage): void {
    if (!status.online || placa.dialecto !== 'acequia') return;
    const { placa_id } = placa;
    this.owed.delete(placa_id);
    const before = this.said.get(placa_id) ?? Promise.resolve();
    const next = before
      .then(() => this.repository.said(placa, status))
      .catch((error: unknown) => {
        this.logger.warn({ err: error, placa_id }, 'what the firmware of a board can do could not be stored');
        // Unless it has said something newer.
        if (this.said.get(placa_id) === next) this.owed.set(placa_id, status);
      })
      .then(() => {
        if (this.said.get(placa_id) === next) this.said.delete(placa_id);
      });
    this.said.set(placa_id, next);
  }

  /** Handles a board's report on the runs of its agenda. Rejects when it cannot be stored. */
  async did(placa: KnownPlaca, runs: RunsMessage): Promise<void> {
    await this.repository.did(placa.placa_id, runs);
  }
}

const digestOf = (...messages: (Buffer | null)[]): string => {
  const hash = createHash('sha256');
  for (const message of messages) hash.update(message ?? '').update('\n');
  return hash.digest('base64');
};
