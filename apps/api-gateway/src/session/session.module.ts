import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import {
  ENV,
  GrantsReader,
  GuardNews,
  provideGrants,
  REDIS_VOLATILE,
  SessionReader,
  type RedisClient,
} from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import type { Env } from '../env.js';
import { JwtStrategy } from './jwt.strategy.js';
import { JWT_ALGORITHM, Sesiones, TokenKeys } from './sesiones.js';

const YO = sistema('api-gateway');

/** auth-tenancy owns sessions and grants; this module reads them from its caches or by a call. */
@Module({
  imports: [JwtModule.register({ verifyOptions: { algorithms: [JWT_ALGORITHM] } }), PassportModule],
  providers: [
    {
      provide: SessionReader,
      inject: [REDIS_VOLATILE, Bus, GuardNews],
      useFactory: (redis: RedisClient, bus: Bus, news: GuardNews) =>
        new SessionReader(redis, (sesiones) => bus.call('sesiones.verificar', { sesiones }, YO), news),
    },
    provideGrants('api-gateway', Bus),
    { provide: TokenKeys, inject: [ENV], useFactory: (env: Env) => new TokenKeys(env) },
    Sesiones,
    JwtStrategy,
  ],
  exports: [Sesiones, GrantsReader],
})
export class SessionModule {}
