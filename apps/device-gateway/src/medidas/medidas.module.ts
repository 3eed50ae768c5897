import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module.js';
import { IngestModule } from '../ingest/ingest.module.js';
import { PresenceModule } from '../presence/presence.module.js';
import { StateModule } from '../state/state.module.js';
import { ApiPointsRepository } from './api-points.repository.js';
import { KnownValues } from './known-values.js';
import { LorawanHandlers } from './lorawan.handlers.js';
import { LorawanService } from './lorawan.service.js';
import { MedidasHandlers } from './medidas.handlers.js';
import { MedidasService } from './medidas.service.js';
import { MeterPoints } from './meter-points.service.js';
import { NodosRepository } from './nodos.repository.js';

/** Values that programs and LoRaWAN nodes send and that centinelas say, and the last value of every point. */
@Module({
  imports: [ChangesModule, IngestModule, PresenceModule, StateModule],
  controllers: [LorawanHandlers, MedidasHandlers],
  providers: [ApiPointsRepository, KnownValues, LorawanService, MedidasService, MeterPoints, NodosRepository],
  exports: [MedidasService, MeterPoints],
})
export class MedidasModule {}
