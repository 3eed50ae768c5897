import { Script } from '@acequia/bus';
import { REDIS_VOLATILE, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';

/**
 * The vendor allows one request a second per account, counted on arrival. The margin covers requests that travel more slowly than the
 * next.
 */
const SPACING_MS = 1_060;
/** A slot whose holder died is free after this, ms; longer than any request. */
const HOLD_MS = 9_000;
/** How often a waiting caller tries again, ms. */
const LOOK_MS = 120;

const END = new Script(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if tonumber(ARGV[2]) > 0 then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return redis.call('DEL', KEYS[1])
`);

const key = (cuenta: string): string => `{nube:${cuenta}}:turno`;

/** The right to send one request of an account. */
export interface Slot {
  /** Call when the request leaves: the next one waits a second from then. */
  sent(): void;
  /** Adds `pause_ms` when the cloud asked for a pause. A slot without a request is returned whole. */
  end(pause_ms?: number): Promise<void>;
}

/** One request at a time and one a second per account, over all instances of the gateway. */
@Injectable()
export class AccountSlots {
  /** Replaced by tests. */
  spacing_ms = SPACING_MS;

  constructor(@Inject(REDIS_VOLATILE) private readonly redis: RedisClient) {}

  /** null when the slot did not come in time, or when `stopped` answers true. */
  async take(cuenta: string, limit_ms: number, stopped: () => boolean): Promise<Slot | null> {
    const token = randomUUID();
    const end = performance.now() + limit_ms;
    while (!stopped()) {
      if ((await this.redis.set(key(cuenta), token, 'PX', HOLD_MS, 'NX')) === 'OK') return this.slot(cuenta, token);
      const left = await this.redis.pttl(key(cuenta));
      const wait = Math.min(left < 0 ? 1 : left + 1, LOOK_MS);
      if (performance.now() + wait > end) return null;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    return null;
  }

  private slot(cuenta: string, token: string): Slot {
    let sentAt: number | undefined;
    return {
      sent: () => (sentAt = performance.now()),
      end: async (pause_ms = 0) => {
        const left = sentAt === undefined ? 0 : Math.ceil(sentAt + this.spacing_ms - performance.now());
        await END.run(this.redis, [key(cuenta)], [token, Math.max(0, left) + pause_ms]);
      },
    };
  }
}
