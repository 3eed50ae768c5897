import type { Service } from '@acequia/contracts';
import type { RedisClient } from '../bus.options.js';
import type { PendingCall } from './pending-call.js';
import { Presence } from './presence.js';

/** How long a service may have no instance (during a restart) before calls to it fail at once, ms. */
export const GRACE_MS = 2_000;
const TICK_MS = 250;
/**
 * Number of consecutive looks that must find a lease expired before its instance counts as dead. When the whole machine
 * pauses, this process may look before the other one can renew its lease; on a starved CPU the looks come late too, which
 * gives the other process the same extra time. Together with the lease, a death is noticed after about 4 s.
 */
const LOOKS = 4;

interface Endings {
  /** The call was taken by an instance that is now dead. */
  lost: (call: PendingCall) => void;
  /** The call's service has no instance: the call is withdrawn unless an instance has taken it. */
  withdraw: (call: PendingCall) => Promise<unknown>;
}

/** Watches pending calls while there are any, and fails those whose answer will not come. */
export class CallWatch {
  private readonly presence: Presence;
  private readonly absences = new Map<Service, { since: number; looks: number }>();
  /** Instances with an expired lease, and the number of consecutive looks that found it expired. */
  private readonly suspects = new Map<Service, ReadonlyMap<string, number>>();
  private readonly looking = new Map<Service, Promise<boolean>>();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly redis: RedisClient,
    private readonly pending: ReadonlyMap<string, PendingCall>,
    private readonly endings: Endings,
  ) {
    this.presence = new Presence(redis);
  }

  /** Starts the timer when a call becomes pending. */
  wake(): void {
    if (this.timer || this.stopped) return;
    this.timer = setTimeout(() => void this.tick(), TICK_MS);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** True when the last look found no instance of the service. */
  missed(service: Service): boolean {
    return this.absences.has(service);
  }

  /** Looks again; concurrent callers share one look. Resolves true when the service has had no instance for longer than the grace. */
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
    // A pause in looking breaks the row of consecutive looks.
    else this.suspects.clear();
  }

  private async check(service: Service, calls: PendingCall[]): Promise<void> {
    const { live, dead } = await this.presence.look(service);
    const absent = this.note(service, live.length > 0);
    const gone = this.confirm(service, dead);
    if (gone.length > 0) {
      const unfinished = await this.presence.unfinished(service, gone);
      for (const call of calls) if (unfinished.has(call.correlation)) this.endings.lost(call);
    }
    if (absent) await Promise.all(calls.map((call) => this.endings.withdraw(call)));
  }

  /** Returns those of the dead instances that enough consecutive looks have found dead. */
  private confirm(service: Service, dead: readonly string[]): string[] {
    const before = this.suspects.get(service);
    const now = new Map(dead.map((instance) => [instance, (before?.get(instance) ?? 0) + 1]));
    this.suspects.set(service, now);
    return dead.filter((instance) => now.get(instance)! >= LOOKS);
  }

  /** Records this look. True when the service has had no instance for longer than the grace, over several looks. */
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
