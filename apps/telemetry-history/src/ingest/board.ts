import { PINS_PER_HALF } from '@acequia/contracts';
import { eachPin, type Estado, split, hasPin, type Transition, join } from './rows.js';

/** A row of `estado_actual` as read by pg: masks are bigint texts. */
export interface EstadoActualRow {
  placa_id: number;
  ts: Date;
  pines: string;
  encendidos: string;
  ts_pines: Date[];
  sensores: string;
}

/** A board's latest state in memory: a copy of its row of `estado_actual`. */
export class Board {
  /** The board's newest sample of any kind, ms: a later sample is certainly new. */
  ts = -Infinity;
  /** Newest sample of each known relay pin, ms. */
  private readonly tsPines = new Map<number, number>();
  private pines_lo = 0;
  private pines_hi = 0;
  private on_lo = 0;
  private on_hi = 0;
  private sensores_lo = 0;
  private sensores_hi = 0;

  constructor(readonly placa_id: number) {}

  static fromRow(row: EstadoActualRow): Board {
    const board = new Board(row.placa_id);
    board.ts = row.ts.getTime();
    ({ lo: board.pines_lo, hi: board.pines_hi } = split(Number(row.pines)));
    ({ lo: board.on_lo, hi: board.on_hi } = split(Number(row.encendidos)));
    ({ lo: board.sensores_lo, hi: board.sensores_hi } = split(Number(row.sensores)));
    let i = 0;
    eachPin(board.pines_lo, board.pines_hi, (pin) => board.tsPines.set(pin, row.ts_pines[i++]!.getTime()));
    return board;
  }

  get pines(): number {
    return join(this.pines_lo, this.pines_hi);
  }

  get encendidos(): number {
    return join(this.on_lo, this.on_hi);
  }

  get sensores(): number {
    return join(this.sensores_lo, this.sensores_hi);
  }

  /** Newest sample of each known pin, lowest pin first. */
  get times(): number[] {
    const times: number[] = [];
    eachPin(this.pines_lo, this.pines_hi, (pin) => times.push(this.lastOf(pin)));
    return times;
  }

  /** Newest sample of a relay pin, ms; −Infinity before its first. */
  lastOf(pin: number): number {
    return this.tsPines.get(pin) ?? -Infinity;
  }

  addSensor(pin: number): void {
    if (pin < PINS_PER_HALF) this.sensores_lo |= 1 << pin;
    else this.sensores_hi |= 1 << (pin - PINS_PER_HALF);
  }

  /** Applies a sample newer than all others of the board; adds the resulting transitions to `found`. */
  advance(fila: Estado, found: Transition[]): void {
    const seen_lo = fila.on_lo | fila.off_lo;
    const seen_hi = fila.on_hi | fila.off_hi;
    const changed_lo = seen_lo & ((this.on_lo ^ fila.on_lo) | ~this.pines_lo);
    const changed_hi = seen_hi & ((this.on_hi ^ fila.on_hi) | ~this.pines_hi);
    if ((changed_lo | changed_hi) !== 0) {
      const { placa_id, ts, on_lo, on_hi } = fila;
      eachPin(changed_lo, changed_hi, (pin) =>
        found.push({ placa_id, pin, ts, estado: hasPin(on_lo, on_hi, pin) ? 1 : 0 }),
      );
    }
    this.on_lo = (this.on_lo & ~seen_lo) | fila.on_lo;
    this.on_hi = (this.on_hi & ~seen_hi) | fila.on_hi;
    this.pines_lo |= seen_lo;
    this.pines_hi |= seen_hi;
    eachPin(seen_lo, seen_hi, (pin) => this.tsPines.set(pin, fila.ts));
  }

  /** Applies a late sample to the pins that have no newer sample. */
  remember(fila: Estado): void {
    eachPin(fila.on_lo | fila.off_lo, fila.on_hi | fila.off_hi, (pin) => {
      if (fila.ts <= this.lastOf(pin)) return;
      this.tsPines.set(pin, fila.ts);
      const bit = 1 << (pin % PINS_PER_HALF);
      const on = hasPin(fila.on_lo, fila.on_hi, pin);
      if (pin < PINS_PER_HALF) {
        this.pines_lo |= bit;
        this.on_lo = on ? this.on_lo | bit : this.on_lo & ~bit;
      } else {
        this.pines_hi |= bit;
        this.on_hi = on ? this.on_hi | bit : this.on_hi & ~bit;
      }
    });
  }
}
