import { COMANDO_GRACE_MS } from '@acequia/contracts';
import { inSpan, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { BOARD_LINE, type BoardLine, LineEvents } from '../../line/board-line.js';
import { orderFor } from '../../line/outgoing.js';
import type { StoredComando } from '../ledger/comando.js';
import { Ledger } from '../ledger/ledger.service.js';
import { PlacaDirectory } from '../../registry/placa-directory.js';
import type { Decision } from './command-decision.js';
import { SwitchLedgerRepository } from './switch-ledger.repository.js';
import { placaOf } from './switch-order.js';

const WITHOUT_RELAY: Decision = { estado: 'rechazado', detalle: { codigo: 'placa_sin_relevador' } };

/** Sends the ledger's commands to the boards, each once, in the order of the requests. */
@Injectable()
export class BoardCourier implements OnModuleInit {
  private resolved: BoardLine | undefined;
  private readonly rounds = new Map<number, Promise<void>>();
  /** Boards of other firmwares: only their state confirms a command. Value: when that is too late, ms. */
  private readonly awaited = new Map<number, number>();

  constructor(
    private readonly repository: SwitchLedgerRepository,
    private readonly ledger: Ledger,
    private readonly directory: PlacaDirectory,
    private readonly events: LineEvents,
    private readonly modules: ModuleRef,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.events.onListening((placa_id) => void this.deliver([placa_id]));
  }

  async reaches(placa_id: number): Promise<boolean> {
    const placa = this.directory.byId(placa_id);
    return placa !== undefined && (await this.line.reaches(placa));
  }

  /** Those of the boards that this instance reaches. */
  async reachable(placas: readonly number[]): Promise<number[]> {
    const here = await Promise.all(placas.map((placa_id) => this.reaches(placa_id)));
    return placas.filter((_, n) => here[n]);
  }

  /** Was a command sent from here to such a board, so that its next state may confirm it? */
  awaits(placa_id: number): boolean {
    const until = this.awaited.get(placa_id) ?? 0;
    if (until < Date.now()) this.awaited.delete(placa_id);
    return until >= Date.now();
  }

  /** Sends the waiting commands of those boards that this instance can reach. Never rejects. */
  deliver(placas: readonly number[]): Promise<void> {
    const before = Promise.all(placas.map((placa_id) => this.rounds.get(placa_id)));
    const round = before
      .then(() => this.round(placas))
      .catch((error: unknown) => this.logger.warn({ err: error, placas }, 'commands could not be delivered'))
      .then(() => {
        for (const placa_id of placas) if (this.rounds.get(placa_id) === round) this.rounds.delete(placa_id);
      });
    for (const placa_id of placas) this.rounds.set(placa_id, round);
    return round;
  }

  private get line(): BoardLine {
    this.resolved ??= this.modules.get<BoardLine>(BOARD_LINE, { strict: false });
    return this.resolved;
  }

  private async round(placas: readonly number[]): Promise<void> {
    let left = await this.reachable(placas);
    while (left.length > 0) {
      const comandos = await this.repository.take(left);
      for (const comando of comandos) {
        // All of them count as sent: the fault of one keeps no other from leaving.
        await this.send(comando).catch((error: unknown) =>
          this.logger.warn({ err: error, comando_id: comando.comando_id }, 'a command could not be delivered'),
        );
      }
      left = await this.reachable(comandos.map(placaOf));
    }
  }

  private async send(comando: StoredComando): Promise<void> {
    const left = await inSpan(
      'producer',
      'mqtt command',
      () => ({ 'messaging.system': 'mqtt' }),
      async () => this.hand(placaOf(comando), comando),
    );
    this.ledger.told(comando);
    if (!left) this.ledger.told(await this.repository.settle(comando, WITHOUT_RELAY));
  }

  /** The command counts as sent: if the board goes away at this moment, only its own report will tell. False: no such relay. */
  private hand(placa_id: number, comando: StoredComando): boolean {
    const { comando_id, pin, accion, max_s, vence_ts, enviado_ts } = comando;
    const placa = this.directory.byId(placa_id);
    if (!placa || pin === null) return true;
    const message = { id: comando_id, pin, on: accion === 'on', ...(max_s !== null && { max_s }), exp: vence_ts };
    placa.comandoSent(enviado_ts ?? 0);
    const mensajes = orderFor(placa, message);
    if (placa.dialecto !== 'acequia') this.awaited.set(placa_id, vence_ts + COMANDO_GRACE_MS);
    if (mensajes.length > 0) this.line.command(placa, mensajes, Math.max(1, vence_ts - Date.now()));
    return mensajes.length > 0;
  }
}
