import type { InterlockMessage, ResultMessage } from '@acequia/board-protocol';
import { T0 } from './device.fixture.js';
import { STEP, type Step } from './scenario.fixture.js';

interface Ordered {
  at: number;
  /** Deadline for being off, ms. */
  limit: number;
}

/** Watches what a board did and reports violations: an independent reading of the rules that shares no code with either board. */
class Watcher {
  readonly broken: string[] = [];
  private rev = -1;
  private locks: InterlockMessage[] = [];
  private maxima = new Map<number, number>();
  private onSince = new Map<number, number>();
  private offSince = new Map<number, number>();
  private ordered = new Map<number, Ordered>();
  private answers = new Map<string, ResultMessage>();
  private stuck = new Set<number>();
  private configAt = 0;

  watch(step: Step): void {
    const { happening, at } = step;
    if (happening.kind === 'stuck') for (const pin of happening.pins) this.stuck.add(pin);
    if (step.config && step.config.rev >= this.rev) {
      this.rev = step.config.rev;
      this.locks = step.config.interlocks ?? [];
      this.maxima = new Map(step.config.relays.map(({ pin, max_s }) => [pin, max_s]));
      this.configAt = at;
    }
    const restarted = happening.kind === 'reboot' || happening.kind === 'restart';
    if (restarted) this.answers.clear();
    if (happening.kind === 'restart' && happening.map === 'gone') this.rev = -1;
    if (step.order) this.watchOrder(step, step.order);
    for (const answer of step.answers) this.answers.set(answer.id, answer);
    this.watchChanges(step);
    const end = happening.kind === 'pass' ? at + happening.ms : at;
    for (const pin of this.onSince.keys()) this.overdue(pin, end);
    const on = [...this.onSince.keys()].filter((pin) => !this.stuck.has(pin));
    if (restarted) this.demand(on.length === 0, at, 'a relay is on after a reboot');
  }

  private watchOrder({ at, ahead_ms, answers, changes }: Step, order: NonNullable<Step['order']>): void {
    const answer = answers.find(({ id }) => id === order.id);
    if (order.again) {
      this.demand(changes.length === 0, at, `${order.id} acted again`);
      const before = this.answers.get(order.id);
      if (before) this.demand(JSON.stringify(answer) === JSON.stringify(before), at, `${order.id} answered otherwise`);
      return;
    }
    const late = ahead_ms !== null && T0 + at + ahead_ms > order.exp;
    if (late) this.demand(changes.length === 0 && answer?.ok === false, at, `${order.id} acted although it was late`);
    if (ahead_ms === null && order.on) this.demand(answer?.ok === false, at, `${order.id} acted without a clock`);
    if (!order.on || !answer?.ok) return;
    const max_s = Math.min(order.max_s ?? Infinity, this.maxima.get(order.pin) ?? 0);
    this.ordered.set(order.pin, { at, limit: at + max_s * 1000 });
  }

  private watchChanges({ happening, changes }: Step): void {
    for (const at of new Set(changes.map(([when]) => when))) {
      const now = changes.filter(([when]) => when === at);
      for (const [, pin, on] of now) {
        if (on) {
          this.demand(this.ordered.get(pin)?.at === at, at, `${pin} went on by itself`);
          this.onSince.set(pin, at);
        } else {
          this.overdue(pin, at);
          this.onSince.delete(pin);
          this.offSince.set(pin, at);
        }
      }
      for (const lock of this.locks) this.watchLock(lock, at, now);
      if (!['reboot', 'restart', 'config'].includes(happening.kind)) this.watchRest(at, now);
    }
  }

  private watchLock(lock: InterlockMessage, at: number, changes: Step['changes']): void {
    if (lock.kind === 'exclusive') {
      const together = lock.pins.filter((pin) => this.onSince.has(pin));
      this.demand(together.length < 2 || this.anyStuck(together), at, `${together.join()} are on together`);
      return;
    }
    if (!this.onSince.has(lock.pin) || this.anyStuck([lock.pin])) return;
    this.demand(this.open(lock.any).length > 0, at, `pump ${lock.pin} is on without a valve`);
    if (!changes.some(([, pin, on]) => pin === lock.pin && on)) return;
    const ready = this.open(lock.any).some((pin) => at - (this.onSince.get(pin) ?? at) >= lock.on_delay_s * 1000);
    this.demand(ready, at, `pump ${lock.pin} began too early`);
  }

  /** The last valve closes only after its pump has rested, unless the valve's own limit ends sooner. */
  private watchRest(at: number, changes: Step['changes']): void {
    for (const lock of this.locks) {
      if (lock.kind !== 'requires' || this.anyStuck([lock.pin, ...lock.any]) || this.open(lock.any).length > 0)
        continue;
      const rest = lock.off_delay_s * 1000;
      for (const [, valve, on] of changes) {
        if (on || !lock.any.includes(valve)) continue;
        const short = at - Math.max(this.ordered.get(valve)?.at ?? 0, this.configAt) <= rest + STEP;
        const excluded = this.locks.some(
          ({ kind, ...other }) => kind === 'exclusive' && 'pins' in other && other.pins.includes(valve),
        );
        const rested = at - (this.offSince.get(lock.pin) ?? -Infinity) >= rest - STEP;
        this.demand(rested || short || excluded, at, `valve ${valve} closed on pump ${lock.pin}`);
      }
    }
  }

  private open(pins: readonly number[]): number[] {
    return pins.filter((pin) => this.onSince.has(pin));
  }

  private anyStuck(pins: readonly number[]): boolean {
    return pins.some((pin) => this.stuck.has(pin));
  }

  private overdue(pin: number, at: number): void {
    const limit = this.ordered.get(pin)?.limit ?? 0;
    this.demand(at <= limit + STEP || this.stuck.has(pin), at, `${pin} stayed on past its time`);
  }

  private demand(good: boolean, at: number, what: string): void {
    if (!good) this.broken.push(`${at} ms: ${what}`);
  }
}

/** Violations by a board, as sentences with their time; empty for a correct board. */
export const broken = (steps: readonly Step[]): string[] => {
  const watcher = new Watcher();
  for (const step of steps) watcher.watch(step);
  return watcher.broken;
};
