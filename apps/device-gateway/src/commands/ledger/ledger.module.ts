import { Module } from '@nestjs/common';
import { ChangesModule } from '../../changes/changes.module.js';
import { RegistryModule } from '../../registry/registry.module.js';
import { ComandosHandlers } from './comandos.handlers.js';
import { LedgerRepository } from './ledger.repository.js';
import { Ledger } from './ledger.service.js';
import { UsuarioNames } from './usuario-names.js';

/** Every command and what became of it. */
@Module({
  imports: [ChangesModule, RegistryModule],
  controllers: [ComandosHandlers],
  providers: [LedgerRepository, UsuarioNames, Ledger],
  exports: [LedgerRepository, Ledger],
})
export class LedgerModule {}
