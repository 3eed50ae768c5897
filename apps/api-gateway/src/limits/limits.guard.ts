import { MURO_HEADER } from '@acequia/contracts';
import { ENV, hashOfToken, REDIS_VOLATILE, type RedisClient } from '@acequia/service-kit';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Env } from '../env.js';
import { routeOf } from '../routing/route.decorator.js';
import { CountedAhead } from './counted-ahead.js';
import { KnownWalls } from './known-walls.js';
import { redisLimiter, tooMany } from './limiter.js';
import { type CountedAs, perEmpresa, byEntry, perPerson } from './limits.js';

interface Limit {
  countedAs: CountedAs;
  limiter: { consume(key: string): Promise<unknown> };
}

/** Runs after SessionGuard: requests with a session count per person, whatever their address or number of sessions. */
@Injectable()
export class LimitsGuard implements CanActivate {
  private readonly limits: Limit[];

  constructor(
    @Inject(ENV) env: Env,
    @Inject(REDIS_VOLATILE) redis: RedisClient,
    private readonly walls: KnownWalls,
  ) {
    const limiter = (name: string, points: number, duration: number) => redisLimiter(redis, name, points, duration);
    this.limits = [
      // Every request counts here, so it must not wait for Redis.
      { countedAs: perPerson, limiter: new CountedAhead(limiter('sesion', env.RATE_LIMIT_SESSION, 10)) },
      { countedAs: byEntry, limiter: limiter('entrada', env.RATE_LIMIT_LOGIN, 60) },
      { countedAs: perEmpresa, limiter: limiter('pesadas', env.RATE_LIMIT_BULK, 60) },
    ];
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // Nest runs this for bus events too.
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<Request>();
    const route = routeOf(context);
    const wall = route === 'muro.leer' ? this.knownWall(request) : undefined;
    const asking = { route, persona: request.persona, ip: request.ip ?? '', wall };
    for (const { countedAs, limiter } of this.limits) {
      const key = countedAs(asking);
      if (key !== null) await limiter.consume(key).catch(tooMany);
    }
    return true;
  }

  private knownWall(request: Request): string | undefined {
    const hash = hashOfToken(request.get(MURO_HEADER) ?? '');
    return this.walls.has(hash) ? hash : undefined;
  }
}
