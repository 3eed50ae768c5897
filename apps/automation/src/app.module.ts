import { Bus, BusModule } from '@acequia/bus';
import { busParts, DatabaseModule, KitModule, provideGrants } from '@acequia/service-kit';
import { Module, type DynamicModule } from '@nestjs/common';
import { AgendaService } from './agenda/agenda.service.js';
import { PlanDelivery } from './agenda/plan-delivery.service.js';
import { ControlService } from './agenda/control.service.js';
import { AuditHandlers } from './audit/audit.handlers.js';
import { AuditService } from './audit/audit.service.js';
import { Calculator } from './calculation/calculator.service.js';
import { ClimaHandlers } from './clima/clima.handlers.js';
import { MandosService } from './clima/mandos.service.js';
import { ReglasService } from './clima/reglas.service.js';
import { ServiceRulesService } from './clima/service-rules.service.js';
import { CuentaHandlers } from './cuenta/cuenta.handlers.js';
import { ExpectedEnergy } from './cuenta/expected-energy.js';
import { ForecastService } from './forecast/forecast.service.js';
import { FlowWatch } from './cuenta/flow-watch.service.js';
import { FlowService } from './cuenta/flow.service.js';
import { MeterService } from './cuenta/meter.service.js';
import { AreasService } from './cuenta/areas.service.js';
import { MonthService } from './cuenta/month.service.js';
import { PowerService } from './cuenta/power.service.js';
import { PumpAccountService } from './cuenta/pump-account.service.js';
import { DerivedService } from './derived/derived.service.js';
import { WeatherStation } from './derived/weather-station.js';
import type { AutomationEnv } from './env.js';
import { ActionsHandlers } from './execution/actions.handlers.js';
import { DeviceTurnsService } from './execution/device-turns.service.js';
import { MoveService } from './execution/move.service.js';
import { LengthenService } from './execution/lengthen.service.js';
import { OnceRepository } from './storage/once.repository.js';
import { PauseService } from './execution/pause.service.js';
import { RunNowService } from './execution/run-now.service.js';
import { SkipRunService } from './execution/skip-run.service.js';
import { StopTurnService } from './execution/stop-turn.service.js';
import { TurnChange } from './execution/turn-change.js';
import { RecoveryService } from './execution/recovery.service.js';
import { RenewalsService } from './execution/renewals.service.js';
import { RunnerService } from './execution/runner.service.js';
import { StopAllService } from './execution/stop-all.service.js';
import { StopsService } from './execution/stops.service.js';
import { TurnOrders } from './execution/turn-orders.js';
import { TurnEndsService } from './execution/turn-ends.service.js';
import { TurnoNews } from './live/turno-news.js';
import { MIGRATIONS } from './migrations.js';
import { NoRegarHandlers } from './no-regar/no-regar.handlers.js';
import { NoRegarService } from './no-regar/no-regar.service.js';
import { OutcomeService } from './outcomes/outcome.service.js';
import { People } from './people.js';
import { DelayService } from './planning/delay.service.js';
import { DecisionsService } from './planning/decisions.service.js';
import { InProgressRepository } from './planning/in-progress.repository.js';
import { PlannerService } from './planning/planner.service.js';
import { ProgramasHandlers } from './programas/programas.handlers.js';
import { ConditionsNow } from './programas/conditions-now.service.js';
import { PreviewService } from './programas/preview.service.js';
import { ProgramasService } from './programas/programas.service.js';
import { ProjectionHandlers } from './projection/projection.handlers.js';
import { SCHEMA } from './schema.js';
import { AccessService } from './storage/access.service.js';
import { NamedThings } from './storage/named-things.js';
import { PointsRepository } from './storage/points.repository.js';
import { PointValues } from './planning/point-values.js';
import { FarmRepository } from './storage/farm.repository.js';
import { ProgramaEntity } from './storage/programa.entity.js';
import { ProgramasRepository } from './storage/programas.repository.js';
import { ProjectionRepository } from './storage/projection.repository.js';
import { ReglaEntity } from './storage/regla.entity.js';
import { ReglasRepository } from './storage/reglas.repository.js';
import { TurnoEntity } from './storage/turno.entity.js';
import { TurnosRepository } from './storage/turnos.repository.js';
import { FailedService } from './turnos/failed.service.js';
import { NearService } from './turnos/near.service.js';
import { RetentionService } from './turnos/retention.service.js';
import { TurnosHandlers } from './turnos/turnos.handlers.js';
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
          migrations: MIGRATIONS,
        }),
        BusModule.forRootAsync(busParts('automation', env)),
      ],
      controllers: [
        AuditHandlers,
        CuentaHandlers,
        ClimaHandlers,
        ProgramasHandlers,
        TurnosHandlers,
        NoRegarHandlers,
        ActionsHandlers,
        ProjectionHandlers,
      ],
      providers: [
        provideGrants('automation', Bus),
        AccessService,
        PointsRepository,
        NamedThings,
        PointValues,
        FarmRepository,
        ProgramasRepository,
        ProjectionRepository,
        ReglasRepository,
        TurnosRepository,
        People,
        TurnoNews,
        AuditService,
        DerivedService,
        WeatherStation,
        AgendaService,
        PlanDelivery,
        ControlService,
        Calculator,
        ForecastService,
        DelayService,
        DecisionsService,
        InProgressRepository,
        PlannerService,
        OutcomeService,
        ExpectedEnergy,
        FlowService,
        FlowWatch,
        MeterService,
        AreasService,
        MonthService,
        PowerService,
        PumpAccountService,
        MandosService,
        ReglasService,
        ServiceRulesService,
        ConditionsNow,
        PreviewService,
        ProgramasService,
        RetentionService,
        TurnosService,
        FailedService,
        NearService,
        NoRegarService,
        LengthenService,
        PauseService,
        RunNowService,
        SkipRunService,
        StopTurnService,
        TurnChange,
        DeviceTurnsService,
        MoveService,
        OnceRepository,
        RecoveryService,
        RenewalsService,
        RunnerService,
        StopsService,
        StopAllService,
        TurnOrders,
        TurnEndsService,
      ],
    };
  }
}
