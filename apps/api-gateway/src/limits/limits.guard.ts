import { AppError, type Persona } from '@acequia/contracts';
import { ENV, REDIS_VOLATILE } from '@acequia/service-kit';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Env } from '../env.js';
import { rutaDe } from '../http/ruta.decorator.js';
import { type CountedAs, porEmpresa, porEntrada, porSesion } from './limits.js';

interface Limit {
  countedAs: CountedAs;
  limiter: RateLimiterRedis;
}

/** After SessionGuard: a session counts as itself, whatever address it comes from. */
@Injectable()
export class LimitsGuard implements CanActivate {
  private readonly limits: Limit[];

  constructor(@Inject(ENV) env: Env, @Inject(REDIS_VOLATILE) redis: Redis) {
    // Counted in Redis, for all instances together; in memory, for this one alone, while Redis does not answer.
    const limit = (countedAs: CountedAs, name: string, points: number, duration: number): Limit => ({
      countedAs,
      limiter: new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `limite:${name}`,
        points,
        duration,
        insuranceLimiter: new RateLimiterMemory({ points, duration }),
      }),
    });
    this.limits = [
      limit(porSesion, 'sesion', env.RATE_LIMIT_SESSION, 10),
      limit(porEntrada, 'entrada', env.RATE_LIMIT_LOGIN, 60),
      limit(porEmpresa, 'pesadas', env.RATE_LIMIT_BULK, 60),
    ];
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // Bus events come through here too.
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<Request>();
    const asking = { route: rutaDe(context), persona: request.user as Persona | undefined, ip: request.ip ?? '' };
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
