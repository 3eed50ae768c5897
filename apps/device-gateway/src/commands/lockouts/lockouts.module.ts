import { Module } from '@nestjs/common';
import { RegistryModule } from '../../registry/registry.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { BloqueosHandlers } from './bloqueos.handlers.js';
import { BloqueosService } from './bloqueos.service.js';

/** Switches that nobody may turn on until they are released. */
@Module({
  imports: [RegistryModule, LedgerModule],
  controllers: [BloqueosHandlers],
  providers: [BloqueosService],
  exports: [BloqueosService],
})
export class LockoutsModule {}
