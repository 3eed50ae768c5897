import { Signals } from '@acequia/bus';
import { LOGGER, type Logger, Recurring } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { StateMerger } from '../../state/state-merger.js';
import { StateStore } from '../../state/state.store.js';
import { BoardCourier } from './board-courier.js';
import { IN_DOUBT_MS } from './command-decision.js';
import { CommandOutcomes } from './command-outcomes.js';
import { SwitchLedgerRepository } from './switch-ledger.repository.js';
import { placaOf } from './switch-order.js';

const LOOK_MS = 500;
/** Signal "this board has a command", to the instance that holds its connection. */
const SIGNAL = 'comando';

/**
 * Follows commands that have not ended yet. All data lies in Postgres and in the last-known state, so any number of instances may do this
 * at once, and a killed instance loses nothing.
 */
@Injectable()
export class CommandWatch implements OnModuleInit, BeforeApplicationShutdown {
  private readonly looks = new Recurring(
    () => this.look(),
    (error) => this.logger.warn({ err: error }, 'commands could not be looked after'),
  );

  constructor(
    private readonly repository: SwitchLedgerRepository,
    private readonly courier: BoardCourier,
    private readonly outcomes: CommandOutcomes,
    private readonly states: StateStore,
    private readonly news: StateMerger,
    private readonly signals: Signals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    this.looks.start(LOOK_MS);
    // Boards that answer a command only with their state are settled at once, not at the next look.
    this.news.onState(({ placa_id }) => this.courier.awaits(placa_id) && this.looks.now());
    await this.signals.listen(SIGNAL, (text) => void this.courier.deliver([Number(text)]));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.looks.stop();
  }

  /** Tells the instance that holds the board's connection to send its commands. */
  async callOut(placa_id: number): Promise<void> {
    await this.signals.send(SIGNAL, String(placa_id));
  }

  private async look(): Promise<void> {
    const comandos = await this.repository.pending();
    if (comandos.length === 0) return;
    const placas = [...new Set(comandos.map(placaOf))];
    const estados = await this.states.read(placas);
    const estadoOf = new Map(placas.map((placa_id, i) => [placa_id, estados[i] ?? null]));
    const doubtful = comandos.filter(({ estado }) => estado === 'sin_respuesta').map(({ entidad_id }) => entidad_id);
    const latest = await this.repository.latest([...new Set(doubtful)], IN_DOUBT_MS);
    const now = Date.now();
    const waiting = comandos.filter(({ estado, vence_ts }) => estado === 'solicitado' && now < vence_ts);
    // The signal may have been lost, or the board has just reconnected.
    await this.courier.deliver([...new Set(waiting.map(placaOf))]);
    const delivered = new Set(waiting);
    for (const comando of comandos) {
      if (delivered.has(comando)) continue;
      const ultimo = (latest.get(comando.entidad_id)?.id ?? comando.id) === comando.id;
      await this.outcomes.look(comando, estadoOf.get(placaOf(comando)) ?? null, ultimo, now);
    }
  }
}
