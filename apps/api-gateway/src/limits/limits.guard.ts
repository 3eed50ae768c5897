import { AppError } from '@acequia/contracts';
import { ENV, REDIS_VOLATILE } from '@acequia/service-kit';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Env } from '../env.js';
import { rutaDe } from '../http/ruta.decorator.js';
import { CountedAhead } from './counted-ahead.js';
import { type CountedAs, porEmpresa, porEntrada, porSesion } from './limits.js';

interface Limit {
  countedAs: CountedAs;
  limiter: { consume(key: string): Promise<unknown> };
}

/** After SessionGuard: a session counts as itself, whatever address it comes from. */
@Injectable()
export class LimitsGuard implements CanActivate {
  private readonly limits: Limit[];

  constructor(@Inject(ENV) env: Env, @Inject(REDIS_VOLATILE) redis: Redis) {
    // Counted in Redis, for all instances together; in memory, for this one alone, while Redis does not answer.
    const limiter = (name: string, points: number, duration: number): RateLimiterRedis =>
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `limite:${name}`,
        points,
        duration,
        insuranceLimiter: new RateLimiterMemory({ points, duration }),
      });
    this.limits = [
      // Every request counts for it: none waits for Redis.
      { countedAs: porSesion, limiter: new CountedAhead(limiter('sesion', env.RATE_LIMIT_SESSION, 10)) },
      { countedAs: porEntrada, limiter: limiter('entrada', env.RATE_LIMIT_LOGIN, 60) },
      { countedAs: porEmpresa, limiter: limiter('pesadas', env.RATE_LIMIT_BULK, 60) },
    ];
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // Bus events come through here too.
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<Request>();
    const asking = { route: rutaDe(context), persona: request.persona, ip: request.ip ?? '' };
    for (const { countedAs, limiter } of this.limits) {
      const key = countedAs(asking);
      if (key !== null) await limiter.consume(key).catch(refuse);
    }
    return true;
  }
}

const refuse = (rejected: unknown): never => {
  if (!(rejected instanceof RateLimiterRes)) throw rejected;
  throw new AppError('demasiadas_solicitudes', { esperar_s: Math.max(1, Math.ceil(rejected.msBeforeNext / 1000)) });
};
