import { Module } from '@nestjs/common';
import { ChangesModule } from '../../changes/changes.module.js';
import { RegistryModule } from '../../registry/registry.module.js';
import { ComandosHandlers } from './comandos.handlers.js';
import { CommandMetrics } from './command-metrics.js';
import { LedgerRetention } from './ledger-retention.js';
import { LedgerRepository } from './ledger.repository.js';
import { Ledger } from './ledger.service.js';
import { UsuarioNames } from './usuario-names.js';

/** Stores every command and its outcome. */
@Module({
  imports: [ChangesModule, RegistryModule],
  controllers: [ComandosHandlers],
  providers: [LedgerRepository, UsuarioNames, CommandMetrics, Ledger, LedgerRetention],
  exports: [LedgerRepository, Ledger],
})
export class LedgerModule {}
