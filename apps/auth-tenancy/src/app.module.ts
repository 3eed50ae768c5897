import { BusModule } from '@acequia/bus';
import { TELEGRAM_TOKEN_CONTEXT } from '@acequia/contracts';
import {
  busParts,
  DatabaseModule,
  deriveKey,
  GrantsWriter,
  KitModule,
  provideResealer,
  REDIS_VOLATILE,
  SessionInvalidator,
  type RedisClient,
} from '@acequia/service-kit';
import { Module, type DynamicModule } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { AsignacionesHandlers } from './asignaciones/asignaciones.handlers.js';
import { Assignables } from './asignaciones/assignables.js';
import { GrantsService } from './asignaciones/grants.service.js';
import { AuditoriaHandlers } from './auditoria/auditoria.handlers.js';
import { AuditoriaRepository } from './auditoria/auditoria.repository.js';
import { QueryService } from './auditoria/query.service.js';
import { EmpresaPeople } from './empresas/empresa-people.js';
import { EmpresasHandlers } from './empresas/empresas.handlers.js';
import { EmpresasService } from './empresas/empresas.service.js';
import { TarifasHandlers } from './empresas/tarifas.handlers.js';
import { TarifasService } from './empresas/tarifas.service.js';
import type { AuthTenancyEnv } from './env.js';
import { ImportHandlers } from './importacion/import.handlers.js';
import { ImportService } from './importacion/import.service.js';
import { MIGRATIONS } from './migrations.js';
import { MuroEntity } from './muros/muro.entity.js';
import { MurosHandlers } from './muros/muros.handlers.js';
import { MurosRepository } from './muros/muros.repository.js';
import { MurosService } from './muros/muros.service.js';
import { AccountService } from './sessions/account.service.js';
import { LoginThrottle } from './sessions/login-throttle.js';
import { LoginTrail } from './sessions/login-trail.js';
import { OwnSessionsService } from './sessions/own-sessions.service.js';
import { PasswordHasher } from './sessions/password-hasher.js';
import { SecondStepDemandService } from './sessions/second-step-demand.service.js';
import { SecondStepHandlers } from './sessions/second-step.handlers.js';
import { SecondStepService } from './sessions/second-step.service.js';
import { SesionesHandlers } from './sessions/sesiones.handlers.js';
import { SesionesService } from './sessions/sesiones.service.js';
import { SessionIssuer } from './sessions/session-issuer.js';
import { SessionSweeper } from './sessions/session-sweeper.js';
import { SessionsEnd } from './sessions/sessions-end.js';
import { AsignacionEntity } from './storage/asignacion.entity.js';
import { AsignacionesRepository } from './storage/asignaciones.repository.js';
import { AuditoriaService } from './storage/auditoria.service.js';
import { EmpresaEntity } from './storage/empresa.entity.js';
import { EmpresasRepository } from './storage/empresas.repository.js';
import { SECOND_STEP_CONTEXT, SecondStepsRepository } from './storage/second-steps.repository.js';
import { SesionesRepository } from './storage/sesiones.repository.js';
import { SesionEntity } from './storage/session.entity.js';
import { Transactions } from './storage/transactions.js';
import { UsuarioEntity } from './storage/usuario.entity.js';
import { UsuariosRepository } from './storage/usuarios.repository.js';
import { TelegramHandlers } from './telegram/telegram.handlers.js';
import { TokensHandlers } from './tokens/tokens.handlers.js';
import { TokensRepository } from './storage/tokens.repository.js';
import { TokensService } from './tokens/tokens.service.js';
import { FirstAdmin } from './usuarios/first-admin.js';
import { UsuarioWriter } from './usuarios/usuario-writer.js';
import { UsuariosHandlers } from './usuarios/usuarios.handlers.js';
import { UsuariosService } from './usuarios/usuarios.service.js';
import { VistasHandlers } from './vistas/vistas.handlers.js';
import { VistasService } from './vistas/vistas.service.js';

@Module({})
export class AppModule {
  static forRoot(env: AuthTenancyEnv): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot({ service: 'auth-tenancy', env }),
        DatabaseModule.forRoot({
          schema: 'auth_tenancy',
          entities: [EmpresaEntity, UsuarioEntity, SesionEntity, AsignacionEntity, MuroEntity],
          migrations: MIGRATIONS,
        }),
        BusModule.forRootAsync(busParts('auth-tenancy', env)),
        JwtModule.register({
          secret: deriveKey(env.ACEQUIA_SECRET_KEY, 'jwt'),
          signOptions: { algorithm: 'HS256' },
        }),
      ],
      controllers: [
        EmpresasHandlers,
        TarifasHandlers,
        UsuariosHandlers,
        SesionesHandlers,
        SecondStepHandlers,
        AsignacionesHandlers,
        AuditoriaHandlers,
        TelegramHandlers,
        MurosHandlers,
        TokensHandlers,
        VistasHandlers,
        ImportHandlers,
      ],
      providers: [
        provideResealer('auth-tenancy', [
          { table: 'empresas', key: 'id', column: 'token_telegram_cifrado', context: TELEGRAM_TOKEN_CONTEXT },
          { table: 'segundos_pasos', key: 'usuario_id', column: 'clave_cifrada', context: SECOND_STEP_CONTEXT },
        ]),
        {
          provide: GrantsWriter,
          inject: [REDIS_VOLATILE],
          useFactory: (redis: RedisClient) => new GrantsWriter(redis),
        },
        {
          provide: SessionInvalidator,
          inject: [REDIS_VOLATILE],
          useFactory: (redis: RedisClient) => new SessionInvalidator(redis),
        },
        Transactions,
        AuditoriaService,
        EmpresasRepository,
        UsuariosRepository,
        SesionesRepository,
        SecondStepsRepository,
        AsignacionesRepository,
        Assignables,
        GrantsService,
        AccountService,
        LoginThrottle,
        LoginTrail,
        PasswordHasher,
        SesionesService,
        SecondStepService,
        SecondStepDemandService,
        OwnSessionsService,
        SessionIssuer,
        SessionSweeper,
        SessionsEnd,
        FirstAdmin,
        UsuarioWriter,
        UsuariosService,
        EmpresaPeople,
        EmpresasService,
        TarifasService,
        AuditoriaRepository,
        QueryService,
        MurosRepository,
        MurosService,
        TokensRepository,
        TokensService,
        VistasService,
        ImportService,
      ],
    };
  }
}
