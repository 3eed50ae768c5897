import { Module } from '@nestjs/common';
import { RegistryModule } from '../registry/registry.module.js';
import { UpdatesModule } from '../updates/updates.module.js';
import { PlansHandlers } from './plans.handlers.js';
import { PlansRepository } from './plans.repository.js';
import { PlansService } from './plans.service.js';
import { ProtectionsRepository } from './protections.repository.js';

/** Agendas and rules that boards carry out by themselves. */
@Module({
  imports: [RegistryModule, UpdatesModule],
  controllers: [PlansHandlers],
  providers: [PlansRepository, PlansService, ProtectionsRepository],
  exports: [PlansService, ProtectionsRepository],
})
export class PlansModule {}
