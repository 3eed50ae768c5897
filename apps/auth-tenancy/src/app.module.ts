import { BusModule } from '@acequia/bus';
import { TELEGRAM_TOKEN_CONTEXT } from '@acequia/contracts';
import { busParts, DatabaseModule, KitModule, provideResealer } from '@acequia/service-kit';
import { Module, type DynamicModule } from '@nestjs/common';
import { AsignacionEntity } from './asignaciones/asignacion.entity.js';
import { AuditoriaModule } from './auditoria/auditoria.module.js';
import { EmpresaEntity } from './empresas/empresa.entity.js';
import { EmpresasModule } from './empresas/empresas.module.js';
import type { AuthTenancyEnv } from './env.js';
import { ImportModule } from './importacion/import.module.js';
import { Inicial1763700000000 } from './migrations/1763700000000-inicial.js';
import { Auditoria1763800000000 } from './migrations/1763800000000-auditoria.js';
import { CompanyPlace1764000000000 } from './migrations/1764000000000-company-place.js';
import { Muros1764200000000 } from './migrations/1764200000000-muros.js';
import { UserSuspensions1764400000000 } from './migrations/1764400000000-user-suspensions.js';
import { Vistas1764300000000 } from './migrations/1764300000000-vistas.js';
import { MuroEntity } from './muros/muro.entity.js';
import { MurosModule } from './muros/muros.module.js';
import { PersistenceModule } from './persistence.module.js';
import { SesionEntity } from './sessions/session.entity.js';
import { TelegramModule } from './telegram/telegram.module.js';
import { UsuarioEntity } from './usuarios/usuario.entity.js';
import { UsuariosModule } from './usuarios/usuarios.module.js';
import { VistasModule } from './vistas/vistas.module.js';

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
          migrations: [
            Inicial1763700000000,
            Auditoria1763800000000,
            CompanyPlace1764000000000,
            Muros1764200000000,
            Vistas1764300000000,
            UserSuspensions1764400000000,
          ],
        }),
        BusModule.forRootAsync(busParts('auth-tenancy', env)),
        PersistenceModule,
        EmpresasModule,
        UsuariosModule,
        AuditoriaModule,
        TelegramModule,
        MurosModule,
        VistasModule,
        ImportModule,
      ],
      providers: [
        provideResealer('auth-tenancy', [
          { table: 'empresas', key: 'id', column: 'token_telegram_cifrado', context: TELEGRAM_TOKEN_CONTEXT },
        ]),
      ],
    };
  }
}
