import { Bus, BusModule } from '@acequia/bus';
import { busParts, DatabaseModule, ENV, KitModule, provideGrants } from '@acequia/service-kit';
import { Module, type DynamicModule } from '@nestjs/common';
import type { HistoryEnv } from './env.js';
import { ExportPlanner } from './exports/export-planner.js';
import { ExportSessions } from './exports/export-session.js';
import { ExportSlots } from './exports/export-slots.js';
import { ExportWriter } from './exports/export-writer.js';
import { ExportsController } from './exports/exports.controller.js';
import { Consumer } from './ingest/consumer.js';
import { IngestConnections } from './ingest/ingest-connection.js';
import { IngestMetrics } from './ingest/ingest.metrics.js';
import { Registration } from './ingest/registration.js';
import { DeletionHandlers } from './maintenance/deletion/deletion.handlers.js';
import { DeletionService } from './maintenance/deletion/deletion.service.js';
import { MaintenanceHandlers } from './maintenance/maintenance.handlers.js';
import { PartitionsService } from './maintenance/partitions/partitions.service.js';
import { MIGRATIONS } from './migrations.js';
import { CableadoService } from './projections/cableado.service.js';
import { DispositivosHandlers } from './projections/dispositivos.handlers.js';
import { EmpresasHandlers } from './projections/empresas.handlers.js';
import { InventarioHandlers } from './projections/inventory.handlers.js';
import { PointOwnersHandlers } from './projections/point-owners.handlers.js';
import { TenuresService } from './projections/tenures.service.js';
import { EnergiaHandlers } from './queries/energia/energia.handlers.js';
import { EnergiaRepository } from './queries/energia/energia.repository.js';
import { EnergiaService } from './queries/energia/energia.service.js';
import { AccessService } from './queries/history/access.service.js';
import { EncendidoService } from './queries/history/encendido.service.js';
import { HistoryHandlers } from './queries/history/history.handlers.js';
import { HistoryRepository } from './queries/history/history.repository.js';
import { HistoryService } from './queries/history/history.service.js';
import { DayRepository } from './queries/past/day.repository.js';
import { DayService } from './queries/past/day.service.js';
import { EpisodesRepository } from './queries/past/episodes.repository.js';
import { PastHandlers } from './queries/past/past.handlers.js';
import { EnergyTodayService } from './queries/pulse/energy-today.service.js';
import { PulseHandlers } from './queries/pulse/pulse.handlers.js';
import { PulseService } from './queries/pulse/pulse.service.js';
import { SensorDayService } from './queries/pulse/sensor-day.service.js';
import { PuntosSeriesRepository } from './queries/puntos/puntos-series.repository.js';
import { PuntosSeriesService } from './queries/puntos/puntos-series.service.js';
import { PuntosHandlers } from './queries/puntos/puntos.handlers.js';
import { PuntosRepository } from './queries/puntos/puntos.repository.js';
import { PuntosService } from './queries/puntos/puntos.service.js';
import { SerieRepository } from './queries/series/series.repository.js';
import { ReplicaModule } from './replica/replica.module.js';
import { SCHEMA } from './schema.js';

const ingestConnections = {
  provide: IngestConnections,
  inject: [ENV],
  useFactory: ({ DATABASE_DIRECT_URL, DATABASE_URL, INSTANCE_ID }: HistoryEnv) =>
    new IngestConnections(DATABASE_DIRECT_URL ?? DATABASE_URL, `telemetry-history ${INSTANCE_ID} ingest`),
};

@Module({})
export class AppModule {
  static forRoot(env: HistoryEnv): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot({ service: 'telemetry-history', env }),
        DatabaseModule.forRoot({
          schema: SCHEMA,
          entities: [],
          migrations: MIGRATIONS,
        }),
        BusModule.forRootAsync(busParts('telemetry-history', env)),
        ReplicaModule,
      ],
      controllers: [
        ExportsController,
        DeletionHandlers,
        MaintenanceHandlers,
        EmpresasHandlers,
        InventarioHandlers,
        DispositivosHandlers,
        PointOwnersHandlers,
        EnergiaHandlers,
        HistoryHandlers,
        PastHandlers,
        PulseHandlers,
        PuntosHandlers,
      ],
      providers: [
        ExportPlanner,
        ExportSessions,
        ExportSlots,
        ExportWriter,
        IngestMetrics,
        ingestConnections,
        Registration,
        Consumer,
        DeletionService,
        PartitionsService,
        CableadoService,
        TenuresService,
        EnergiaRepository,
        EnergiaService,
        provideGrants('telemetry-history', Bus),
        AccessService,
        HistoryRepository,
        SerieRepository,
        HistoryService,
        EncendidoService,
        DayService,
        DayRepository,
        EpisodesRepository,
        PulseService,
        EnergyTodayService,
        SensorDayService,
        PuntosRepository,
        PuntosSeriesRepository,
        PuntosSeriesService,
        PuntosService,
      ],
    };
  }
}
