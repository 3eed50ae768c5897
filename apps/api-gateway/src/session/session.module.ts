import { createSecretKey } from 'node:crypto';
import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { ENV, GrantsReader, GuardNews, REDIS_VOLATILE, SessionReader } from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import type { Redis } from 'ioredis';
import type { Env } from '../env.js';
import { JWT_ALGORITHM, jwtKey, Sesiones } from './sesiones.js';

const YO = sistema('api-gateway');

/** Sessions and grants belong to auth-tenancy; what is here reads them, from its caches or by asking. */
@Module({
  imports: [
    JwtModule.registerAsync({
      inject: [ENV],
      // A key object, not its bytes: those are tried as a public key first, each time.
      useFactory: (env: Env) => ({
        secret: createSecretKey(jwtKey(env)),
        verifyOptions: { algorithms: [JWT_ALGORITHM] },
      }),
    }),
  ],
  providers: [
    {
      provide: SessionReader,
      inject: [REDIS_VOLATILE, Bus, GuardNews],
      useFactory: (redis: Redis, bus: Bus, news: GuardNews) =>
        new SessionReader(redis, (sesiones) => bus.call('sesiones.verificar', { sesiones }, YO), news),
    },
    {
      provide: GrantsReader,
      inject: [REDIS_VOLATILE, Bus, GuardNews],
      useFactory: (redis: Redis, bus: Bus, news: GuardNews) =>
        new GrantsReader(redis, (usuario_id) => bus.call('asignaciones.de_usuario', { usuario_id }, YO), news),
    },
    Sesiones,
  ],
  exports: [Sesiones, GrantsReader],
})
export class SessionModule {}
