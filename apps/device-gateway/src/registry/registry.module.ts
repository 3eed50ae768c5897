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

/** The gateway's projection of other services' data, and the access rules. */
@Module({
  controllers: [ProjectionHandlers],
  providers: [
    // Grants are not cached even for a moment: a user who just lost a switch must not operate it.
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
