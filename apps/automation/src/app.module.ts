import { BusModule } from '@acequia/bus';
import { busParts, DatabaseModule, KitModule } from '@acequia/service-kit';
import { Module, type DynamicModule } from '@nestjs/common';
import type { AutomationEnv } from './env.js';
import { SCHEMA } from './schema.js';
import { AuditModule } from './audit/audit.module.js';
import { ClimaModule } from './clima/clima.module.js';
import { ReglaEntity } from './clima/regla.entity.js';
import { CuentaModule } from './cuenta/cuenta.module.js';
import { ExecutionModule } from './execution/execution.module.js';
import { Inicial1764000000000 } from './migrations/1764000000000-inicial.js';
import { Ordenes1764100000000 } from './migrations/1764100000000-ordenes.js';
import { Clima1764110000000 } from './migrations/1764110000000-clima.js';
import { Auditoria1764120000000 } from './migrations/1764120000000-auditoria.js';
import { Confirmado1764130000000 } from './migrations/1764130000000-confirmado.js';
import { Excepciones1764140000000 } from './migrations/1764140000000-excepciones.js';
import { Apagar1764150000000 } from './migrations/1764150000000-apagar.js';
import { ApagadosFallidos1764160000000 } from './migrations/1764160000000-apagados-fallidos.js';
import { Renovar1764170000000 } from './migrations/1764170000000-renovar.js';
import { Planeado1764180000000 } from './migrations/1764180000000-planeado.js';
import { Bomba1764190000000 } from './migrations/1764190000000-bomba.js';
import { Apartadas1764195000000 } from './migrations/1764195000000-apartadas.js';
import { PasosPlaneados1764200000000 } from './migrations/1764200000000-pasos-planeados.js';
import { Propio1764210000000 } from './migrations/1764210000000-propio.js';
import { Puntos1764220000000 } from './migrations/1764220000000-puntos.js';
import { NoRegarModule } from './no-regar/no-regar.module.js';
import { ProgramaEntity } from './programas/programa.entity.js';
import { ProgramasModule } from './programas/programas.module.js';
import { ProjectionModule } from './projection/projection.module.js';
import { TurnoEntity } from './turnos/turno.entity.js';
import { TurnosModule } from './turnos/turnos.module.js';

@Module({})
export class AppModule {
  static forRoot(env: AutomationEnv): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot({ service: 'automation', env }),
        DatabaseModule.forRoot({
          schema: SCHEMA,
          entities: [ProgramaEntity, TurnoEntity, ReglaEntity],
          migrations: [
            Inicial1764000000000,
            Ordenes1764100000000,
            Clima1764110000000,
            Auditoria1764120000000,
            Confirmado1764130000000,
            Excepciones1764140000000,
            Apagar1764150000000,
            ApagadosFallidos1764160000000,
            Renovar1764170000000,
            Planeado1764180000000,
            Bomba1764190000000,
            Apartadas1764195000000,
            PasosPlaneados1764200000000,
            Propio1764210000000,
            Puntos1764220000000,
          ],
        }),
        BusModule.forRootAsync(busParts('automation', env)),
        AuditModule,
        ClimaModule,
        CuentaModule,
        ExecutionModule,
        NoRegarModule,
        ProgramasModule,
        ProjectionModule,
        TurnosModule,
      ],
    };
  }
}
