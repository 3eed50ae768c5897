import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { GrantsReader, REDIS_VOLATILE, SessionReader } from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import type { Redis } from 'ioredis';
import { JwtStrategy } from './jwt.strategy.js';
import { Sesiones } from './sesiones.js';

const YO = sistema('api-gateway');

/** Sessions and grants belong to auth-tenancy; what is here reads them, from its caches or by asking. */
@Module({
  imports: [JwtModule.register({}), PassportModule],
  providers: [
    {
      provide: SessionReader,
      inject: [REDIS_VOLATILE, Bus],
      useFactory: (redis: Redis, bus: Bus) =>
        new SessionReader(redis, (sesiones) => bus.call('sesiones.verificar', { sesiones }, YO)),
    },
    {
      provide: GrantsReader,
      inject: [REDIS_VOLATILE, Bus],
      useFactory: (redis: Redis, bus: Bus) =>
        new GrantsReader(redis, (usuario_id) => bus.call('asignaciones.de_usuario', { usuario_id }, YO)),
    },
    Sesiones,
    JwtStrategy,
  ],
  exports: [Sesiones, GrantsReader],
})
export class SessionModule {}
