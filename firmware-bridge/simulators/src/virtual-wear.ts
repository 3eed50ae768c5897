import type { StatusMessage } from '@acequia/board-protocol';

/** Shortest time between two writes of what the relays have lived, ms. */
const KEEP_MS = 3_600_000;

/** What a relay has lived: how often it went on, and for how long in all. */
export interface Lived {
  ops: number;
  on_ms: number;
}

/** The twin of the firmware's `core/src/wear.hpp`: what the relays of a board have lived, over its boots. */
export class VirtualWear {
  private readonly lives = new Map<number, Lived>();
  /** Of those that are on; one that was on when the chip began anew is not in it. */
  private readonly onSince = new Map<number, number>();

  /** `kept`: of the boots before this one. */
  constructor(
    private readonly kept: ReadonlyMap<number, Lived> = new Map(),
    private keptAt = 0,
  ) {}

  attach(pin: number): void {
    this.lives.set(pin, { ops: 0, on_ms: 0, ...this.kept.get(pin) });
  }

  moved(pin: number, on: boolean, now: number): void {
    const life = this.lives.get(pin);
    if (!life) return;
    if (on) life.ops += 1;
    else life.on_ms += this.livedSince(pin, now);
    if (on) this.onSince.set(pin, now);
    else this.onSince.delete(pin);
  }

  /** As `status` tells it: of those that ever went on, with what they are living. */
  told(now: number): NonNullable<StatusMessage['wear']> {
    return this.now(now).map(([pin, { ops, on_ms }]) => ({ pin, ops, on_s: Math.floor(on_ms / 1000) }));
  }

  /** What to write to flash now, in whole seconds; null: nothing yet. */
  due(now: number): Map<number, Lived> | null {
    if (now - this.keptAt < KEEP_MS) return null;
    this.keptAt = now;
    return new Map(this.now(now).map(([pin, { ops, on_ms }]) => [pin, { ops, on_ms: on_ms - (on_ms % 1000) }]));
  }

  private now(now: number): [pin: number, Lived][] {
    const worn = [...this.lives].filter(([, { ops }]) => ops > 0).sort(([a], [b]) => a - b);
    return worn.map(([pin, { ops, on_ms }]) => [pin, { ops, on_ms: on_ms + this.livedSince(pin, now) }]);
  }

  private livedSince(pin: number, now: number): number {
    return now - (this.onSince.get(pin) ?? now);
  }
}
