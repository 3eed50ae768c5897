import { Script } from '@acequia/bus';
import { REDIS_VOLATILE, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';

/**
 * When each lease expires (ms of Redis' own clock), who holds it, and since when. One hash tag, because the scripts need all three keys.
 */
const KEYS = ['{conexiones}:vence', '{conexiones}:quien', '{conexiones}:desde'];
const NOW = `local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
`;

const ACQUIRE = new Script(`${NOW}
local out = {}
for i = 1, #ARGV, 3 do
  local ttl, placa, token = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local before = tonumber(redis.call('ZSCORE', KEYS[1], placa) or '0')
  if before <= now or redis.call('HGET', KEYS[2], placa) ~= token then redis.call('HSET', KEYS[3], placa, now) end
  redis.call('ZADD', KEYS[1], now + ttl, placa)
  redis.call('HSET', KEYS[2], placa, token)
  out[#out + 1] = before > now and 1 or 0
end
return out
`);

const RENEW = new Script(`${NOW}
local lost, restored = {}, {}
for i = 2, #ARGV, 2 do
  local holder = redis.call('HGET', KEYS[2], ARGV[i])
  if holder and holder ~= ARGV[i + 1] then
    lost[#lost + 1] = ARGV[i + 1]
  else
    if not holder then
      redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
      restored[#restored + 1] = ARGV[i + 1]
    end
    redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[i])
  end
end
return { lost, restored }
`);

const RELEASE = new Script(`
if redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[3], ARGV[1])
return redis.call('ZREM', KEYS[1], ARGV[1])
`);

const IS_HELD = new Script(`${NOW}
local until_ = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not until_ or tonumber(until_) <= now or redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[2] then return 0 end
return 1
`);

const SWEEP = new Script(`${NOW}
local expired = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
if #expired > 0 then
  redis.call('ZREM', KEYS[1], unpack(expired))
  redis.call('HDEL', KEYS[2], unpack(expired))
  redis.call('HDEL', KEYS[3], unpack(expired))
end
return expired
`);

const ONLINE = new Script(`${NOW}
local out = redis.call('ZMSCORE', KEYS[1], unpack(ARGV))
for i = 1, #ARGV do out[i] = (out[i] and tonumber(out[i]) > now) and 1 or 0 end
return out
`);

const LINKS = new Script(`${NOW}
local until_, since = redis.call('ZMSCORE', KEYS[1], unpack(ARGV)), redis.call('HMGET', KEYS[3], unpack(ARGV))
local out = {}
for i = 1, #ARGV do out[i] = (until_[i] and tonumber(until_[i]) > now) and tonumber(since[i] or '0') or -1 end
return out
`);

/** Most arguments of one script call: Lua's unpack is limited, and Redis serves no other client meanwhile. */
const CHUNK = 1_000;

/** The right to report a board as connected; its holder renews it, otherwise it expires. */
export interface Lease {
  placa_id: number;
  /** Unique per connection. */
  token: string;
}

/** A lease that is taken with the others of this tick of the event loop. */
interface Asked {
  lease: Lease;
  ttl_ms: number;
  taken: (already: boolean) => void;
  failed: (error: unknown) => void;
}

const chunks = <T>(items: T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, i) => items.slice(i * CHUNK, (i + 1) * CHUNK));

/** Who is connected, in the volatile Redis: the next renewal restores what Redis lost. */
@Injectable()
export class LeaseStore {
  private asked: Asked[] = [];

  constructor(@Inject(REDIS_VOLATILE) private readonly redis: RedisClient) {}

  /** Takes the lease from any holder. Answers whether the board was already connected. */
  acquire(lease: Lease, ttl_ms: number): Promise<boolean> {
    return new Promise((taken, failed) => {
      if (this.asked.push({ lease, ttl_ms, taken, failed }) === 1) setImmediate(() => this.takeAsked());
    });
  }

  /** Answers the tokens whose board another connection holds now, and the tokens whose lease had expired or was lost. */
  async renew(leases: Lease[], ttl_ms: number): Promise<{ lost: string[]; restored: string[] }> {
    // As in `release`: a connection whose lease is not taken yet would look like one that lost it.
    this.takeAsked();
    // All chunks at once: in sequence, a later chunk could take a lease again that was released meanwhile.
    const answers = await Promise.all(
      chunks(leases).map((chunk) => {
        const args = chunk.flatMap(({ placa_id, token }) => [placa_id, token]);
        return RENEW.run(this.redis, KEYS, [ttl_ms, ...args]) as Promise<[string[], string[]]>;
      }),
    );
    const lost = answers.flatMap((answer) => answer[0]);
    const restored = answers.flatMap((answer) => answer[1]);
    return { lost, restored };
  }

  /** Answers false when another connection holds the lease, or none does. */
  async release(lease: Lease): Promise<boolean> {
    // In the order of the calls: a lease that is taken after its release would outlive its connection.
    this.takeAsked();
    return (await RELEASE.run(this.redis, KEYS, [lease.placa_id, lease.token])) === 1;
  }

  async isHeld(lease: Lease): Promise<boolean> {
    this.takeAsked();
    return (await IS_HELD.run(this.redis, KEYS, [lease.placa_id, lease.token])) === 1;
  }

  /** Removes expired leases; only one caller gets each of them. */
  async sweep(): Promise<number[]> {
    const expired: number[] = [];
    for (;;) {
      const found = (await SWEEP.run(this.redis, KEYS, [CHUNK])) as string[];
      expired.push(...found.map(Number));
      if (found.length < CHUNK) return expired;
    }
  }

  private takeAsked(): void {
    for (const some of chunks(this.asked.splice(0))) {
      const args = some.flatMap(({ lease, ttl_ms }) => [ttl_ms, lease.placa_id, lease.token]);
      ACQUIRE.run(this.redis, KEYS, args).then(
        (already) => some.forEach(({ taken }, i) => taken((already as number[])[i] === 1)),
        (error: unknown) => some.forEach(({ failed }) => failed(error)),
      );
    }
  }

  /** Answers in the order of the request. */
  async online(placas: number[]): Promise<boolean[]> {
    const answers: boolean[] = [];
    for (const chunk of chunks(placas)) {
      const flags = (await ONLINE.run(this.redis, KEYS, chunk)) as number[];
      answers.push(...flags.map((flag) => flag === 1));
    }
    return answers;
  }

  /** Like {@link online}, with the start of each connection (ms; 0 = unknown, because Redis lost it). */
  async enlaces(placas: number[]): Promise<{ online: boolean; since_ts: number }[]> {
    const answers: { online: boolean; since_ts: number }[] = [];
    for (const chunk of chunks(placas)) {
      const since = (await LINKS.run(this.redis, KEYS, chunk)) as number[];
      answers.push(...since.map((ts) => ({ online: ts >= 0, since_ts: Math.max(0, ts) })));
    }
    return answers;
  }
}
