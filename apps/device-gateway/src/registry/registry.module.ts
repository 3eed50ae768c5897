import { Bus } from '@acequia/bus';
import { AUTH_KEY_CONTEXT, CREDENCIAL_CONTEXT } from '@acequia/contracts';
import { provideGrants, provideResealer } from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import { AccountDirectory } from './account-directory.js';
import { DeviceAccess } from './device-access.js';
import { DeviceChanges } from './device-changes.js';
import { ProteccionesProjection } from './protecciones.projection.js';
import { PuntosProjection } from './puntos.projection.js';
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
    ProteccionesProjection,
    PuntosProjection,
    PlacaDirectory,
    AccountDirectory,
    DeviceChanges,
    DeviceAccess,
    provideResealer(
      'device-gateway',
      [
        { table: 'dispositivos', key: 'id', column: 'auth_key_cifrada', context: AUTH_KEY_CONTEXT },
        { table: 'placas', key: 'placa_id', column: 'credencial_cifrada', context: CREDENCIAL_CONTEXT },
      ],
      AccountDirectory,
    ),
  ],
  exports: [ProjectionRepository, PlacaDirectory, AccountDirectory, DeviceChanges, DeviceAccess],
})
export class RegistryModule {}
