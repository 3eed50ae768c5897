import type { RedisClient } from '@acequia/service-kit';
import { Script } from '@acequia/bus';

const KEY = '{gateway}:broker-admin';
const TTL_MS = 3_000;

const HOLD = new Script(`
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`);
const RELEASE = new Script(`
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
`);

/**
 * One gateway at a time maintains the broker's accounts. Two would do no lasting harm, but each change of an account disconnects its
 * board.
 */
export class Leadership {
  constructor(
    private readonly redis: RedisClient,
    private readonly instance: string,
    private readonly key = KEY,
  ) {}

  /** Takes or keeps the lead; call it more often than every 3 s. */
  async hold(): Promise<boolean> {
    return (await HOLD.run(this.redis, [this.key], [this.instance, TTL_MS])) === 1;
  }

  async release(): Promise<void> {
    await RELEASE.run(this.redis, [this.key], [this.instance]);
  }
}
