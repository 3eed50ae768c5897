import type { Service } from '@acequia/contracts';
import type { RedisClient } from '../bus.options.js';
import type { PendingCall } from './pending-call.js';
import { Presence } from './presence.js';

/** How long a service may be without an instance (a restart) before calls to it fail at once, ms. */
export const GRACE_MS = 2_000;
const TICK_MS = 250;
/**
 * So many looks in a row must find a lease ended. Where the whole machine stood still, this process may look before the
 * other can renew; and looks that come late for lack of a processor give the other one as much longer. With the lease, a
 * death is noticed after some 4 s.
 */
const LOOKS = 4;

interface Verdicts {
  /** It was taken by an instance that is dead now. */
  lost: (call: PendingCall) => void;
  /** Its service has no instance: it should not wait longer if nobody has taken it. */
  withdraw: (call: PendingCall) => Promise<unknown>;
}

/** Looks after pending calls while there are any: tells those whose answer will not come. */
export class CallWatch {
  private readonly presence: Presence;
  private readonly absences = new Map<Service, { since: number; looks: number }>();
  /** Instances whose lease has ended, and how many looks in a row have found it so. */
  private readonly suspects = new Map<Service, ReadonlyMap<string, number>>();
  private readonly looking = new Map<Service, Promise<boolean>>();
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
  missed(service: Service): boolean {
    return this.absences.has(service);
  }

  /** Looks again, once for all who ask at the same time. True when it has been without an instance past the grace. */
  isAbsent(service: Service): Promise<boolean> {
    let answer = this.looking.get(service);
    if (!answer) {
      answer = this.presence
        .look(service)
        .then(({ live }) => this.note(service, live.length > 0))
        .catch(() => false)
        .finally(() => this.looking.delete(service));
      this.looking.set(service, answer);
    }
    return answer;
  }

  private async tick(): Promise<void> {
    const old = Date.now() - TICK_MS / 2;
    const services = new Map<Service, PendingCall[]>();
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
    // Looks that nobody takes meanwhile are not in a row.
    else this.suspects.clear();
  }

  private async check(service: Service, calls: PendingCall[]): Promise<void> {
    const { live, dead } = await this.presence.look(service);
    const absent = this.note(service, live.length > 0);
    const gone = this.confirm(service, dead);
    if (gone.length > 0) {
      const unfinished = await this.presence.unfinished(service, gone);
      for (const call of calls) if (unfinished.has(call.correlation)) this.verdicts.lost(call);
    }
    if (absent) await Promise.all(calls.map((call) => this.verdicts.withdraw(call)));
  }

  /** Of the instances that this look found dead, those that the looks before it did too. */
  private confirm(service: Service, dead: readonly string[]): string[] {
    const before = this.suspects.get(service);
    const now = new Map(dead.map((instance) => [instance, (before?.get(instance) ?? 0) + 1]));
    this.suspects.set(service, now);
    return dead.filter((instance) => now.get(instance)! >= LOOKS);
  }

  /** Whether the service has been without an instance past the grace, and not only at a glance. */
  private note(service: Service, present: boolean): boolean {
    if (present) {
      this.absences.delete(service);
      return false;
    }
    const absence = this.absences.get(service) ?? { since: Date.now(), looks: 0 };
    absence.looks += 1;
    this.absences.set(service, absence);
    return absence.looks >= LOOKS && Date.now() - absence.since >= GRACE_MS;
  }
}
