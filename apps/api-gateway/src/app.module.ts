import { Bus, BusModule } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import {
  busParts,
  GuardNews,
  KitModule,
  provideGrants,
  REDIS_VOLATILE,
  SessionReader,
  TokenReader,
  type RedisClient,
} from '@acequia/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import type { Env } from './env.js';
import { ExportsClient } from './exports/exports.client.js';
import { AvisosSettingsController } from './http/avisos-ajustes.controller.js';
import { OwnAvisosController } from './http/avisos-cuenta.controller.js';
import { BodyInterceptor } from './http/body/body.interceptor.js';
import { ClimaController } from './http/clima.controller.js';
import { DispositivosController } from './http/dispositivos.controller.js';
import { EnergiaController } from './http/energia.controller.js';
import { ErrorFilter } from './http/error.filter.js';
import { EstadoController } from './http/estado.controller.js';
import { SaludController } from './http/health.controller.js';
import { HealthService } from './http/health.service.js';
import { HistorialController } from './http/historial.controller.js';
import { ImagenesController } from './http/imagenes.controller.js';
import { LoginQueue } from './http/login-queue.js';
import { LorawanController } from './http/lorawan/lorawan.controller.js';
import { PuntosController } from './http/puntos.controller.js';
import { MuroService } from './http/muro.service.js';
import { MurosController } from './http/muros.controller.js';
import { PassOnController } from './http/pass-on.controller.js';
import { PlacasController } from './http/placas.controller.js';
import { DossieresController } from './http/dossieres.controller.js';
import { ProgramasController } from './http/programas.controller.js';
import { SesionController } from './http/session.controller.js';
import { SmsController } from './http/sms.controller.js';
import { SwitchesController } from './http/switches.controller.js';
import { KnownWalls } from './limits/known-walls.js';
import { LimitsGuard } from './limits/limits.guard.js';
import { Refusals } from './limits/refusals.js';
import { Arrivals } from './live/arrivals.js';
import { CompaniesFeed } from './live/companies.feed.js';
import { CompaniesHandlers } from './live/companies.handlers.js';
import { Devices } from './live/devices.js';
import { Doorman } from './live/doorman.js';
import { LiveGateway } from './live/live.gateway.js';
import { Recheck } from './live/recheck.js';
import { ReturnTime } from './live/return-time.js';
import { Watching } from './live/watching.js';
import { JwtStrategy } from './session/jwt.strategy.js';
import { JWT_ALGORITHM, Sesiones, TokenKeys } from './session/sesiones.js';
import { SessionGuard } from './session/session.guard.js';
import { Tokens } from './session/tokens.js';

const OWN = sistema('api-gateway');

@Module({})
export class AppModule {
  static forRoot(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot({ service: 'api-gateway', env }),
        BusModule.forRootAsync(busParts('api-gateway', env)),
        JwtModule.register({ verifyOptions: { algorithms: [JWT_ALGORITHM] } }),
        PassportModule,
      ],
      controllers: [
        SaludController,
        PassOnController,
        SesionController,
        DispositivosController,
        EnergiaController,
        HistorialController,
        SwitchesController,
        SmsController,
        PlacasController,
        PuntosController,
        LorawanController,
        ImagenesController,
        ProgramasController,
        DossieresController,
        ClimaController,
        EstadoController,
        AvisosSettingsController,
        OwnAvisosController,
        MurosController,
        CompaniesHandlers,
      ],
      providers: [
        // auth-tenancy owns sessions and grants; they are read from its caches or by a call.
        {
          provide: SessionReader,
          inject: [REDIS_VOLATILE, Bus, GuardNews],
          useFactory: (redis: RedisClient, bus: Bus, news: GuardNews) =>
            new SessionReader(redis, (sesiones) => bus.call('sesiones.verificar', { sesiones }, OWN), news),
        },
        {
          provide: TokenReader,
          inject: [REDIS_VOLATILE, Bus, GuardNews],
          useFactory: (redis: RedisClient, bus: Bus, news: GuardNews) =>
            new TokenReader(redis, async (hash) => (await bus.call('tokens.abrir', { hash }, OWN)).valido, news),
        },
        provideGrants('api-gateway', Bus),
        { provide: TokenKeys, useFactory: () => new TokenKeys(env) },
        Sesiones,
        Tokens,
        JwtStrategy,
        HealthService,
        MuroService,
        ExportsClient,
        LoginQueue,
        KnownWalls,
        Refusals,
        // The order matters: session first, then limits, then the body.
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_GUARD, useClass: LimitsGuard },
        { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
        { provide: APP_FILTER, useClass: ErrorFilter },
        Arrivals,
        CompaniesFeed,
        Devices,
        Doorman,
        Recheck,
        ReturnTime,
        Watching,
        LiveGateway,
      ],
    };
  }
}
