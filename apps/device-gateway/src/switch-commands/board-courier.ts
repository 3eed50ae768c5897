import { encodeCommand } from '@acequia/board-protocol';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { ComandoGuardado } from '../comandos/comando.js';
import { Ledger } from '../comandos/ledger.service.js';
import type { PlacaConocida } from '../projection/placa-conocida.js';
import { PlacaDirectory } from '../projection/placa-directory.js';
import { SwitchLedgerRepository } from './switch-ledger.repository.js';

/** A door's way to the boards. */
export interface BoardLine {
  /** Can this instance write to the board now? */
  reaches(placa: PlacaConocida): boolean | Promise<boolean>;
  /** Writes to its `command` topic: QoS 1, never retained. `ttl_ms`: after that nobody needs it. */
  command(placa: PlacaConocida, payload: Buffer, ttl_ms: number): void;
}

/** Hands commands of the ledger to the board, each once, in the order they were asked for. */
@Injectable()
export class BoardCourier {
  private line: BoardLine | undefined;
  private readonly rounds = new Map<number, Promise<void>>();

  constructor(
    private readonly repository: SwitchLedgerRepository,
    private readonly ledger: Ledger,
    private readonly directory: PlacaDirectory,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The door that is open. */
  through(line: BoardLine): void {
    this.line = line;
  }

  async reaches(placa_id: number): Promise<boolean> {
    const placa = this.directory.porId(placa_id);
    return placa !== undefined && this.line !== undefined && (await this.line.reaches(placa));
  }

  /** Delivers what waits for a board, if it can be reached from here. Never rejects. */
  deliver(placa_id: number): Promise<void> {
    const before = this.rounds.get(placa_id) ?? Promise.resolve();
    const round = before
      .then(() => this.round(placa_id))
      .catch((error: unknown) => this.logger.warn({ err: error, placa_id }, 'commands could not be delivered'))
      .then(() => {
        if (this.rounds.get(placa_id) === round) this.rounds.delete(placa_id);
      });
    this.rounds.set(placa_id, round);
    return round;
  }

  private async round(placa_id: number): Promise<void> {
    while (await this.reaches(placa_id)) {
      const comando = await this.repository.tomar(placa_id);
      if (!comando) return;
      this.hand(placa_id, comando);
      this.ledger.told(comando);
    }
  }

  /** It is written down as sent: if the board went in this very moment, only its own word will tell. */
  private hand(placa_id: number, { comando_id, pin, accion, max_s, vence_ts }: ComandoGuardado): void {
    const placa = this.directory.porId(placa_id);
    if (!placa || pin === null) return;
    const message = { id: comando_id, pin, on: accion === 'on', ...(max_s !== null && { max_s }), exp: vence_ts };
    this.line?.command(placa, Buffer.from(encodeCommand(message)), Math.max(1, vence_ts - Date.now()));
  }
}
