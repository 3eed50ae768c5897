import { Script } from '@acequia/bus';
import type { RedisClient } from '@acequia/service-kit';
import type { GatewayEnv } from './env.js';

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

/** One gateway at a time does a piece of work that two would do twice; another takes over at the latest 3 s after it was last held. */
export class Leadership {
  private readonly instance: string;
  private readonly key: string;

  constructor(
    private readonly redis: RedisClient,
    env: Pick<GatewayEnv, 'INSTANCE_ID'>,
    work: string,
  ) {
    this.instance = `${env.INSTANCE_ID}:${process.pid}`;
    this.key = `{gateway}:${work}`;
  }

  /** Takes or keeps the lead; call it more often than every 3 s. */
  async hold(): Promise<boolean> {
    return (await HOLD.run(this.redis, [this.key], [this.instance, TTL_MS])) === 1;
  }

  /** Lets another take over at once. */
  async release(): Promise<void> {
    await RELEASE.run(this.redis, [this.key], [this.instance]);
  }
}
