import { Injectable } from '@nestjs/common';
import { performance } from 'node:perf_hooks';

const TURN_MS = 50;
/** Sockets let in per turn while this process has time left, and while it has none. */
const AT_EASE = 10;
const BUSY = 1;
/** Share of a turn that the event loop may have been at work. */
const EASE = 0.6;

interface Waiting {
  hasLeft: () => boolean;
  pass: () => void;
}

/**
 * Lets sockets in at the pace that this process can bear. Each client reads its screen again once it is in: when thousands lose their
 * server at once, their calls would otherwise arrive within a second or two, before everybody else's.
 */
@Injectable()
export class Turnstile {
  private readonly queue: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;
  private left = AT_EASE;
  private loop = performance.eventLoopUtilization();

  get waiting(): number {
    return this.queue.length;
  }

  /** Resolves when it is this client's turn, first come first served; never for one that has left. */
  enter(hasLeft: () => boolean): Promise<void> {
    this.timer ??= setInterval(() => this.turn(), TURN_MS).unref();
    if (this.queue.length === 0 && this.left > 0) {
      this.left -= 1;
      return Promise.resolve();
    }
    return new Promise((pass) => this.queue.push({ hasLeft, pass }));
  }

  private turn(): void {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.loop);
    this.loop = now;
    this.left = utilization < EASE ? AT_EASE : BUSY;
    while (this.left > 0) {
      const next = this.queue.shift();
      if (!next) break;
      if (next.hasLeft()) continue;
      this.left -= 1;
      next.pass();
    }
    if (this.queue.length > 0 || this.left < AT_EASE) return;
    // Nobody comes: the next one starts the turns again.
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
