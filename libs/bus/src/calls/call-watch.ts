import type { Servicio } from '@acequia/contracts';
import type { RedisClient } from '../bus.options.js';
import type { PendingCall } from './pending-call.js';
import { Presence } from './presence.js';

/** How long a service may be without an instance (a restart) before calls to it fail at once, ms. */
export const GRACE_MS = 2_000;
const TICK_MS = 250;

interface Verdicts {
  /** It was taken by an instance that is dead now. */
  lost: (call: PendingCall) => void;
  /** Its service has no instance: it should not wait longer if nobody has taken it. */
  withdraw: (call: PendingCall) => Promise<unknown>;
}

/** Looks after pending calls while there are any: tells those whose answer will not come. */
export class CallWatch {
  private readonly presence: Presence;
  private readonly absentSince = new Map<Servicio, number>();
  private readonly looking = new Map<Servicio, Promise<boolean>>();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly redis: RedisClient,
    private readonly pending: ReadonlyMap<string, PendingCall>,
    private readonly verdicts: Verdicts,
  ) {
    this.presence = new Presence(redis);
  }

  /** There is something to watch. */
  wake(): void {
    if (this.timer || this.stopped) return;
    this.timer = setTimeout(() => void this.tick(), TICK_MS);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** True when the service had no instance when last seen. */
  suspects(service: Servicio): boolean {
    return this.absentSince.has(service);
  }

  /** Looks again, once for all who ask at the same time. True when it has been without an instance past the grace. */
  isAbsent(service: Servicio): Promise<boolean> {
    let answer = this.looking.get(service);
    if (!answer) {
      answer = this.presence
        .look(service)
        .then(({ live }) => this.note(service, live.length > 0) >= GRACE_MS)
        .catch(() => false)
        .finally(() => this.looking.delete(service));
      this.looking.set(service, answer);
    }
    return answer;
  }

  private async tick(): Promise<void> {
    const old = Date.now() - TICK_MS / 2;
    const services = new Map<Servicio, PendingCall[]>();
    for (const call of this.pending.values()) {
      if (call.started > old) continue;
      const calls = services.get(call.service);
      if (calls) calls.push(call);
      else services.set(call.service, [call]);
    }
    if (this.redis.status === 'ready') {
      await Promise.all([...services].map(([service, calls]) => this.check(service, calls).catch(() => undefined)));
    }
    this.timer = undefined;
    if (this.pending.size > 0) this.wake();
  }

  private async check(service: Servicio, calls: PendingCall[]): Promise<void> {
    const { live, dead } = await this.presence.look(service);
    const absentFor = this.note(service, live.length > 0);
    if (dead.length > 0) {
      const unfinished = await this.presence.unfinished(service, dead);
      for (const call of calls) if (unfinished.has(call.correlation)) this.verdicts.lost(call);
    }
    if (absentFor >= GRACE_MS) await Promise.all(calls.map((call) => this.verdicts.withdraw(call)));
  }

  /** For how long the service has been without an instance, ms; 0 when it has one. */
  private note(service: Servicio, present: boolean): number {
    if (present) {
      this.absentSince.delete(service);
      return 0;
    }
    const since = this.absentSince.get(service) ?? Date.now();
    this.absentSince.set(service, since);
    return Date.now() - since;
  }
}
