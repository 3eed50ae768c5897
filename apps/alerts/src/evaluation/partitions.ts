import { CAMBIOS_PARTICIONES } from '@acequia/contracts';
import { REDIS_VOLATILE, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';

/** A lease expires after this, so another instance takes over the partitions of a crashed one, ms. */
export const HOLD_MS = 15_000;
const INSTANCES = '{avisos}:instancias';
const keyOf = (partition: number): string => `{avisos}:parte:${partition}`;

/**
 * The partitions of companies that this instance evaluates, shared evenly among the instances. Two instances that both believe
 * to hold a partition for a moment do no harm: an alarm is opened and sent once.
 */
@Injectable()
export class Partitions {
  private readonly me = randomUUID();
  /** Each with the number of its taking: under another number, another instance may have had it meanwhile. */
  readonly held = new Map<number, number>();
  private takings = 0;

  constructor(@Inject(REDIS_VOLATILE) private readonly redis: RedisClient) {}

  /** Call every second. After a rejection `held` has what was taken and given back until then. */
  async renew(now: number): Promise<void> {
    await this.redis.zadd(INSTANCES, now, this.me);
    await this.redis.zremrangebyscore(INSTANCES, '-inf', now - HOLD_MS);
    const share = Math.ceil(CAMBIOS_PARTICIONES / Math.max(1, await this.redis.zcard(INSTANCES)));
    const mine = [...this.held.keys()];
    const owners = mine.length > 0 ? await this.redis.mget(mine.map(keyOf)) : [];
    mine.forEach((partition, i) => owners[i] !== this.me && this.held.delete(partition));
    await Promise.all([...this.held.keys()].map((partition) => this.redis.pexpire(keyOf(partition), HOLD_MS)));
    for (const partition of [...this.held.keys()].slice(share)) await this.giveBack(partition);
    for (let partition = 0; partition < CAMBIOS_PARTICIONES && this.held.size < share; partition += 1) {
      if (this.held.has(partition)) continue;
      if ((await this.redis.set(keyOf(partition), this.me, 'PX', HOLD_MS, 'NX')) !== 'OK') continue;
      this.held.set(partition, (this.takings += 1));
    }
  }

  async leave(): Promise<void> {
    await this.redis.zrem(INSTANCES, this.me);
    for (const partition of [...this.held.keys()]) await this.giveBack(partition);
  }

  private async giveBack(partition: number): Promise<void> {
    this.held.delete(partition);
    if ((await this.redis.get(keyOf(partition))) === this.me) await this.redis.del(keyOf(partition));
  }
}
