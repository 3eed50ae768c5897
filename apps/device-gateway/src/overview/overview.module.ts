import { Module } from '@nestjs/common';
import { SwitchesModule } from '../commands/switches/switches.module.js';
import { IngestModule } from '../ingest/ingest.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { PresenceModule } from '../presence/presence.module.js';
import { RegistryModule } from '../registry/registry.module.js';
import { StateModule } from '../state/state.module.js';
import { EstadoHandlers } from './estado.handlers.js';
import { EstadoService } from './estado.service.js';

/** Answers other services about boards: state, link, quota, and the orders of people to their switches. */
@Module({
  imports: [RegistryModule, StateModule, PresenceModule, IngestModule, PlansModule, SwitchesModule],
  controllers: [EstadoHandlers],
  providers: [EstadoService],
})
export class OverviewModule {}
