import { Module } from '@nestjs/common';
import { PresenceModule } from '../presence/presence.module.js';
import { RegistryModule } from '../registry/registry.module.js';
import { StateModule } from '../state/state.module.js';
import { BoardSights } from './board-sights.js';
import { ImagenesService } from './imagenes.service.js';
import { People } from './people.js';
import { RolloutStepper } from './rollout-stepper.js';
import { RolloutsRepository } from './rollouts.repository.js';
import { RolloutsService } from './rollouts.service.js';
import { UpdateReports } from './update-reports.js';
import { UpdateSender } from './update-sender.js';
import { UpdatesHandlers } from './updates.handlers.js';

/** Images of firmware, and rollouts that bring them to boards. */
@Module({
  imports: [RegistryModule, StateModule, PresenceModule],
  controllers: [UpdatesHandlers],
  providers: [
    People,
    ImagenesService,
    RolloutsRepository,
    RolloutsService,
    BoardSights,
    RolloutStepper,
    UpdateReports,
    UpdateSender,
  ],
  exports: [RolloutsRepository, UpdateReports, UpdateSender],
})
export class UpdatesModule {}
