import { encodeAgenda, type RunsMessage, type StatusMessage, topics } from '@acequia/board-protocol';
import { Signals } from '@acequia/bus';
import { type AgendaDePlaca, notFound } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { KnownPlaca } from '../registry/known-placa.js';
import { PlacaDirectory } from '../registry/placa-directory.js';
import { PlansRepository } from './plans.repository.js';

/** "This board has a new agenda": to the instance that holds its connection. */
const SIGNAL = 'agenda';

/** A door's way of handing over what is retained: to the connection it holds, or to the broker. */
export type PlanWriter = (placa: KnownPlaca, topic: string, payload: Buffer) => void;

/** What boards run by themselves: handed over, and heard of. */
@Injectable()
export class PlansService implements OnModuleInit {
  private writer: PlanWriter | undefined;
  /** Reports of one board are written one after the other. */
  private readonly said = new Map<number, Promise<void>>();

  constructor(
    private readonly repository: PlansRepository,
    private readonly directory: PlacaDirectory,
    private readonly signals: Signals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.signals.listen(SIGNAL, (text) => {
      const placa = this.directory.porId(Number(text));
      if (placa) void this.send(placa);
    });
  }

  /** The door that is open. */
  through(writer: PlanWriter): void {
    this.writer = writer;
  }

  /** @throws AppError `no_encontrado` for a board that is not known, or not our own firmware's */
  async agenda(agenda: AgendaDePlaca): Promise<void> {
    const placa = this.directory.porId(agenda.placa_id);
    if (!placa || placa.eliminada || placa.dialecto !== 'acequia') throw notFound();
    if (await this.repository.save(agenda)) await this.signals.send(SIGNAL, String(agenda.placa_id));
  }

  /** Its newest agenda, when there is one. Never rejects. */
  async send(placa: KnownPlaca): Promise<void> {
    try {
      const agenda = await this.repository.agenda(placa);
      if (agenda) this.writer?.(placa, topics.agenda(placa.numero), Buffer.from(encodeAgenda(agenda)));
    } catch (error) {
      this.logger.warn({ err: error, placa_id: placa.placa_id }, 'the agenda of a board could not be sent');
    }
  }

  /** What a board says it can do and has taken. */
  status(placa: KnownPlaca, status: StatusMessage): void {
    if (!status.online || placa.dialecto !== 'acequia') return;
    const { placa_id } = placa;
    const before = this.said.get(placa_id) ?? Promise.resolve();
    const next = before
      .then(() => this.repository.said(placa, status))
      .catch((error: unknown) => this.logger.warn({ err: error, placa_id }, 'what a board can do was not written down'))
      .then(() => {
        if (this.said.get(placa_id) === next) this.said.delete(placa_id);
      });
    this.said.set(placa_id, next);
  }

  /** What a board did of its agenda. Rejects while it cannot be kept. */
  async did(placa: KnownPlaca, runs: RunsMessage): Promise<void> {
    await this.repository.did(placa.placa_id, runs);
  }
}
