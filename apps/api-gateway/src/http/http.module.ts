import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ExportsClient } from '../exports/exports.client.js';
import { LimitsGuard } from '../limits/limits.guard.js';
import { KnownWalls } from '../limits/known-walls.js';
import { Refusals } from '../limits/refusals.js';
import { SessionGuard } from '../session/session.guard.js';
import { SessionModule } from '../session/session.module.js';
import { EstadoController } from './estado.controller.js';
import { AvisosSettingsController } from './avisos-ajustes.controller.js';
import { OwnAvisosController } from './avisos-cuenta.controller.js';
import { BodyInterceptor } from './body/body.interceptor.js';
import { ClimaController } from './clima.controller.js';
import { DispositivosController } from './dispositivos.controller.js';
import { EnergiaController } from './energia.controller.js';
import { ErrorFilter } from './error.filter.js';
import { HistorialController } from './historial.controller.js';
import { MuroService } from './muro.service.js';
import { MurosController } from './muros.controller.js';
import { PassOnController } from './pass-on.controller.js';
import { PlacasController } from './placas.controller.js';
import { ProgramasController } from './programas.controller.js';
import { SaludController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { LoginQueue } from './login-queue.js';
import { SesionController } from './session.controller.js';
import { SwitchesController } from './switches.controller.js';

@Module({
  imports: [SessionModule],
  controllers: [
    SaludController,
    PassOnController,
    SesionController,
    DispositivosController,
    EnergiaController,
    HistorialController,
    SwitchesController,
    PlacasController,
    ProgramasController,
    ClimaController,
    EstadoController,
    AvisosSettingsController,
    OwnAvisosController,
    MurosController,
  ],
  providers: [
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
  ],
})
export class HttpModule {}
