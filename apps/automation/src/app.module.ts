import { Bus, BusModule } from '@acequia/bus';
import { busParts, DatabaseModule, KitModule, provideGrants } from '@acequia/service-kit';
import { Module, type DynamicModule } from '@nestjs/common';
import { AuditHandlers } from './audit/audit.handlers.js';
import { AuditService } from './audit/audit.service.js';
import { AgendaService } from './agenda/agenda.service.js';
import { PlanDelivery } from './agenda/plan-delivery.service.js';
import { ClimaHandlers } from './clima/clima.handlers.js';
import { ControlService } from './clima/control.service.js';
import { MandosService } from './clima/mandos.service.js';
import { ReglaEntity } from './clima/regla.entity.js';
import { ReglasRepository } from './clima/reglas.repository.js';
import { ReglasService } from './clima/reglas.service.js';
import { ServiceRulesService } from './clima/service-rules.service.js';
import { MeterService } from './cuenta/meter.service.js';
import { MonthService } from './cuenta/month.service.js';
import { DerivedService } from './derived/derived.service.js';
import { OnceRepository } from './execution/once.repository.js';
import { MoveService } from './execution/move.service.js';
import { ActionsService } from './execution/actions.service.js';
import { DeviceTurnsService } from './execution/device-turns.service.js';
import { RunnerService } from './execution/runner.service.js';
import { StopsService } from './execution/stops.service.js';
import type { AutomationEnv } from './env.js';
import { Inicial1764000000000 } from './migrations/1764000000000-inicial.js';
import { Auditoria1764120000000 } from './migrations/1764120000000-auditoria.js';
import { Clima1764110000000 } from './migrations/1764110000000-clima.js';
import { ApagadosFallidos1764160000000 } from './migrations/1764160000000-apagados-fallidos.js';
import { Apagar1764150000000 } from './migrations/1764150000000-apagar.js';
import { Confirmado1764130000000 } from './migrations/1764130000000-confirmado.js';
import { Excepciones1764140000000 } from './migrations/1764140000000-excepciones.js';
import { Ordenes1764100000000 } from './migrations/1764100000000-ordenes.js';
import { NoRegarHandlers } from './no-regar/no-regar.handlers.js';
import { NoRegarService } from './no-regar/no-regar.service.js';
import { AccessService } from './programas/access.service.js';
import { ProgramaEntity } from './programas/programa.entity.js';
import { ProgramasHandlers } from './programas/programas.handlers.js';
import { ProgramasRepository } from './programas/programas.repository.js';
import { ProgramasService } from './programas/programas.service.js';
import { ProjectionHandlers } from './projection/projection.handlers.js';
import { ProjectionRepository } from './projection/projection.repository.js';
import { SCHEMA } from './schema.js';
import { AccountService } from './cuenta/account.service.js';
import { DecisionsService } from './turnos/decisions.service.js';
import { FarmRepository } from './turnos/farm.repository.js';
import { People } from './turnos/people.js';
import { PlannerService } from './turnos/planner.service.js';
import { TurnoEntity } from './turnos/turno.entity.js';
import { RetentionService } from './turnos/retention.service.js';
import { TurnoNews } from './turnos/turno-news.js';
import { TurnosHandlers } from './turnos/turnos.handlers.js';
import { TurnosRepository } from './turnos/turnos.repository.js';
import { TurnosService } from './turnos/turnos.service.js';

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
          ],
        }),
        BusModule.forRootAsync(busParts('automation', env)),
      ],
      controllers: [
        ProjectionHandlers,
        ProgramasHandlers,
        TurnosHandlers,
        NoRegarHandlers,
        ClimaHandlers,
        AuditHandlers,
      ],
      providers: [
        provideGrants('automation', Bus),
        ProjectionRepository,
        AccessService,
        ProgramasRepository,
        ProgramasService,
        TurnosRepository,
        TurnosService,
        FarmRepository,
        DecisionsService,
        AgendaService,
        PlanDelivery,
        PlannerService,
        People,
        AccountService,
        OnceRepository,
        ActionsService,
        MoveService,
        DeviceTurnsService,
        RunnerService,
        StopsService,
        TurnoNews,
        RetentionService,
        AuditService,
        NoRegarService,
        ControlService,
        ReglasRepository,
        ReglasService,
        MandosService,
        ServiceRulesService,
        MonthService,
        MeterService,
        DerivedService,
      ],
    };
  }
}
