import { Injectable } from '@nestjs/common';
import type { KnownPlaca } from '../registry/known-placa.js';
import type { Message } from './outgoing.js';

/** The connection to the boards, through whichever door is open. Resolved at first use, because doors are created after commands. */
export const BOARD_LINE = Symbol('BOARD_LINE');
export interface BoardLine {
  /** Can this instance write to the board now? */
  reaches(placa: KnownPlaca): boolean | Promise<boolean>;
  /** Sends messages to the board, never retained. They must not arrive after `ttl_ms`. */
  command(placa: KnownPlaca, mensajes: Message[], ttl_ms: number): void;
}

/** Events that doors report about boards. */
@Injectable()
export class LineEvents {
  private readonly listeners: ((placa_id: number) => void)[] = [];

  onListening(listener: (placa_id: number) => void): void {
    this.listeners.push(listener);
  }

  /** A board subscribed to its commands. */
  listening(placa_id: number): void {
    for (const listener of this.listeners) listener(placa_id);
  }
}
