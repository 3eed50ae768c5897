import { Module } from '@nestjs/common';
import { EnergiaModule } from './energia/energia.module.js';
import { HistoryModule } from './history/history.module.js';
import { PastModule } from './past/past.module.js';
import { PulseModule } from './pulse/pulse.module.js';
import { PuntosModule } from './puntos/puntos.module.js';

/** What people and services read of the past. */
@Module({ imports: [HistoryModule, EnergiaModule, PastModule, PulseModule, PuntosModule], exports: [HistoryModule] })
export class QueriesModule {}
