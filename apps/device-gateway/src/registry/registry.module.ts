import { Bus } from '@acequia/bus';
import { provideGrants } from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import { AccountDirectory } from './account-directory.js';
import { DeviceAccess } from './device-access.js';
import { DeviceChanges } from './device-changes.js';
import { EnclavamientosProjection } from './enclavamientos.projection.js';
import { PlacaDirectory } from './placa-directory.js';
import { ProjectionHandlers } from './projection.handlers.js';
import { ProjectionRepository } from './projection.repository.js';

/** What the gateway knows from the events of other services, and who may what. */
@Module({
  controllers: [ProjectionHandlers],
  providers: [
    // Not even for a moment remembered: a switch that was just taken from somebody must not move.
    provideGrants('device-gateway', Bus, { remembered: false }),
    ProjectionRepository,
    EnclavamientosProjection,
    PlacaDirectory,
    AccountDirectory,
    DeviceChanges,
    DeviceAccess,
  ],
  exports: [ProjectionRepository, PlacaDirectory, AccountDirectory, DeviceChanges, DeviceAccess],
})
export class RegistryModule {}
