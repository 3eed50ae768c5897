import type { Service } from '@acequia/contracts';
import type { RedisClient } from '../bus.options.js';
import { Script } from '../redis/script.js';
import { callKeys } from './call-keys.js';

/** An instance renews its lease this often, ms. */
export const BEAT_MS = 500;
/** Duration of a lease, ms. A caller looks several times at an expired lease before it takes the instance for dead. */
const LEASE_MS = 3_000;
/** How long a dead instance is remembered, ms, so that the callers of its unfinished calls get an error. */
const REMEMBER_MS = 60_000;

const NOW = `local t = redis.call('TIME') local now = t[1] * 1000 + math.floor(t[2] / 1000)`;

const beatScript = new Script(`${NOW}
  redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
  for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[3])) do
    redis.call('ZREM', KEYS[1], gone)
    redis.call('DEL', ARGV[4] .. gone)
  end`);

const lookScript = new Script(`${NOW}
  return {
    redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf'),
    redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. now)
  }`);

// The consumer is deleted only when it has nothing pending: deleting it would lose its entries.
const leaveScript = new Script(`
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('DEL', ARGV[3] .. ARGV[1])
  local pending = redis.pcall('XPENDING', KEYS[2], ARGV[2], '-', '+', 1, ARGV[1])
  if not pending.err and #pending == 0 then redis.pcall('XGROUP', 'DELCONSUMER', KEYS[2], ARGV[2], ARGV[1]) end`);

export interface Instances {
  live: string[];
  /** Instances whose lease expired within the last minute although they did not stop. A busy machine may only have delayed the renewal. */
  dead: string[];
}

/** Tracks which instances serve a service: leases in Redis, on Redis's clock. */
export class Presence {
  constructor(private readonly redis: RedisClient) {}

  async beat(service: Service, instance: string): Promise<void> {
    const keys = callKeys(service);
    await beatScript.run(this.redis, [keys.instances], [instance, LEASE_MS, REMEMBER_MS, keys.running]);
  }

  async leave(service: Service, instance: string): Promise<void> {
    const keys = callKeys(service);
    await leaveScript.run(this.redis, [keys.instances, keys.stream], [instance, service, keys.running]);
  }

  async look(service: Service): Promise<Instances> {
    const [live, dead] = (await lookScript.run(this.redis, [callKeys(service).instances], [])) as [string[], string[]];
    return { live, dead };
  }

  /** Correlation ids of the calls that these instances took and did not finish. */
  async unfinished(service: Service, instances: string[]): Promise<Set<string>> {
    const keys = callKeys(service);
    const taken = await Promise.all(instances.map((instance) => this.redis.smembers(keys.running + instance)));
    return new Set(taken.flat());
  }
}
