import type { RedisClient } from '@acequia/service-kit';
import { AppError } from '@acequia/contracts';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts in Redis for all instances together; in memory, for this instance alone, while Redis does not answer. @param duration s */
export const redisLimiter = (redis: RedisClient, name: string, points: number, duration: number): RateLimiterRedis =>
  new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `limite:${name}`,
    points,
    duration,
    insuranceLimiter: new RateLimiterMemory({ points, duration }),
  });

/** @throws AppError `demasiadas_solicitudes` for a limiter's rejection; any other error as it came. */
export const tooMany = (rejected: unknown): never => {
  if (!(rejected instanceof RateLimiterRes)) throw rejected;
  throw new AppError('demasiadas_solicitudes', { wait_s: Math.max(1, Math.ceil(rejected.msBeforeNext / 1000)) });
};
