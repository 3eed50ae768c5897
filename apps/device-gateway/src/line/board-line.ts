import { Injectable } from '@nestjs/common';
import type { KnownPlaca } from '../registry/known-placa.js';
import type { Message } from './outgoing.js';

/** The way to the boards, through whichever door is open. Resolved when it is first used: doors come after commands. */
export const BOARD_LINE = Symbol('BOARD_LINE');
export interface BoardLine {
  /** Can this instance write to the board now? */
  reaches(placa: KnownPlaca): boolean | Promise<boolean>;
  /** Writes to it, never retained. `ttl_ms`: after that nobody needs it, and it must not arrive. */
  command(placa: KnownPlaca, mensajes: Message[], ttl_ms: number): void;
}

/** What doors tell of the line. */
@Injectable()
export class LineEvents {
  private readonly listeners: ((placa_id: number) => void)[] = [];

  onListening(listener: (placa_id: number) => void): void {
    this.listeners.push(listener);
  }

  /** A board begins to listen for commands. */
  listening(placa_id: number): void {
    for (const listener of this.listeners) listener(placa_id);
  }
}
