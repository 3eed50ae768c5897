import { Module } from '@nestjs/common';
import { SwitchesModule } from '../commands/switches/switches.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { PresenceModule } from '../presence/presence.module.js';
import { RegistryModule } from '../registry/registry.module.js';
import { StateModule } from '../state/state.module.js';
import { UpdatesModule } from '../updates/updates.module.js';
import { DeadLetterHandlers } from './dead-letters/dead-letters.handlers.js';
import { DeadLetterRepository } from './dead-letters/dead-letter.repository.js';
import { DeadLetters } from './dead-letters/dead-letters.service.js';
import { DialectIngest } from './dialect-ingest.js';
import { UnusedFields } from './unused-fields.js';
import { UnusedFieldsHandlers } from './unused-fields.handlers.js';
import { IngestService } from './ingest.service.js';
import { QuotaService } from './quota.service.js';
import { ReadingsAppender } from './readings-appender.js';
import { ReadingsBudget } from './readings-budget.js';

/** Messages of boards: decoded, counted, stored and passed on. */
@Module({
  imports: [RegistryModule, PlansModule, StateModule, PresenceModule, SwitchesModule, UpdatesModule],
  controllers: [DeadLetterHandlers, UnusedFieldsHandlers],
  providers: [
    DeadLetterRepository,
    DeadLetters,
    IngestService,
    DialectIngest,
    UnusedFields,
    QuotaService,
    ReadingsBudget,
    ReadingsAppender,
  ],
  exports: [IngestService, DialectIngest, QuotaService, ReadingsAppender],
})
export class IngestModule {}
