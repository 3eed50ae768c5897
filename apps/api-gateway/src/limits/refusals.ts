import { setTimeout as wait } from 'node:timers/promises';
import { clientAddress, ENV, REDIS_VOLATILE, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../env.js';
import { CountedAhead } from './counted-ahead.js';
import { redisLimiter, tooMany } from './limiter.js';

const WINDOW_S = 10;
/** Delay of each answer beyond the limit, ms: twenty connections that ask in turn then get only twenty answers a second. */
const HELD_MS = 1_000;

/** Counts, per address, requests refused for lack of a session. A request with a session is never refused because of this count. */
@Injectable()
export class Refusals {
  private readonly limiter: CountedAhead;

  constructor(@Inject(ENV) env: Env, @Inject(REDIS_VOLATILE) redis: RedisClient) {
    this.limiter = new CountedAhead(redisLimiter(redis, 'rechazos', env.RATE_LIMIT_REFUSED, WINDOW_S));
  }

  /** @throws AppError `demasiadas_solicitudes` once the address has too many refusals. */
  async count(ip: string): Promise<void> {
    await this.limiter.consume(clientAddress(ip)).catch(async (rejected: unknown) => {
      await wait(HELD_MS);
      tooMany(rejected);
    });
  }
}
